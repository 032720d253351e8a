// SPDX-License-Identifier: Apache-2.0
// Compresses one memory line of 64 or 128 bytes (Vijaykumar2015, sections 5.1.1 and 5.1.2): values
// of 8, 4 or 2 bytes as signed distances of 1, 2 or 4 bytes, each from zero where it fits, else from
// a base. All encodings are tried at once.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// LineBytes   64 or 128. Of a line of 64 bytes the upper half of req_data_i does not matter.
// Base        0: the base is the first value that is too wide for a delta from zero, or zero when
//             there is none. 1: it is the first value of the line.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero, and the outputs stay zero until
//             the first result. A request in reset is lost, as is one whose result is still to come.
//             Payloads inside are not reset: they are not used without their valid.
//
// rsp_data_o, lowest byte first, when rsp_compressed_o is high; B bytes of a value, D of a delta,
// n = LineBytes / B values:
//
//   part       bytes   holds
//   encoding   1       its number; bits 7..3 are zero
//   base       B       the base
//   mask       n / 8   bit i: value i is a distance from zero
//   deltas     n * D   one of each value
//
//   encoding      number  rsp_length_o, of 128  of 64  chosen when
//   zero             0            1               1    all bytes are zero; the encoding alone
//   repeated         1            9               9    all values of 8 bytes are alike; encoding, base
//   base8_delta1     2           27              18    D bytes hold all deltas
//   base4_delta1     3           41              23
//   base8_delta2     4           43              26
//   base4_delta2     5           73              39
//   base2_delta1     6           75              39
//   base8_delta4     7           75              42
//   uncompressed     -          128              64    none of the above; the first one wins
//
// Bytes from rsp_length_o on are zero. An uncompressed line is the line itself.
//
// Latency 1: all work in one cycle. 2: wide values and bases are found, then deltas are made, and one
// encoding is chosen. Beyond: the result is delayed, for a synthesis tool to retime.
`include "rtl_ref/assertions.svh"
`default_nettype none

module bdi_line_compressor #(
  parameter int unsigned Latency = 5,
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Base = 0,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned PinBits = 1024
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [PinBits-1:0] req_data_i,
  input  wire logic               req_valid_i,
  output logic      [PinBits-1:0] rsp_data_o,
  output logic      [7:0]         rsp_length_o,
  output logic                    rsp_compressed_o,
  output logic                    rsp_valid_o
);

  if (Latency < 1 || Latency > 16) begin : gen_check_latency
    $error("bdi_line_compressor: Latency must be 1 to 16");
  end
  if (LineBytes != 64 && LineBytes != 128) begin : gen_check_line_bytes
    $error("bdi_line_compressor: LineBytes must be 64 or 128");
  end
  if (Base > 1) begin : gen_check_base
    $error("bdi_line_compressor: Base must be 0 or 1");
  end

  localparam bit Split = Latency > 1;

  logic compressed, valid;
  logic [7:0] length;
  logic [Bits-1:0] result;

  bdi_line_encode #(
    .LineBytes(LineBytes),
    .Base(Base),
    .Split(Split)
  ) u_encode (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .line_i(req_data_i[Bits-1:0]),
    .valid_i(req_valid_i),
    .result_o(result),
    .length_o(length),
    .compressed_o(compressed),
    .valid_o(valid)
  );

  delay_line #(
    .Latency(Split ? Latency - 1 : 1),
    .Bits(PinBits + 9)
  ) u_registers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .data_i({compressed, length, PinBits'(result)}),
    .valid_i(valid),
    .data_o({rsp_compressed_o, rsp_length_o, rsp_data_o}),
    .valid_o(rsp_valid_o)
  );

  // Not every line has an upper half.
  logic unused_upper;
  assign unused_upper = ^req_data_i;

  `HEDDLE_ASSERT(EncodingIsItsNumber,
                 !rsp_valid_o || !rsp_compressed_o || rsp_data_o[7:3] == '0)
  `HEDDLE_ASSERT(UncompressedHasAllBytes,
                 !rsp_valid_o || rsp_compressed_o == (rsp_length_o != 8'(LineBytes)))
  `HEDDLE_ASSERT(BytesBehindTheLengthAreZero,
                 !rsp_valid_o || !rsp_compressed_o ||
                 rsp_data_o >> (11'(rsp_length_o) << 3) == '0)

endmodule
`default_nettype wire
