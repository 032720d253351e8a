// SPDX-License-Identifier: Apache-2.0
// Restores one memory line of 64 or 128 bytes from its stored bytes (Vijaykumar2015, section 5.1.1).
// The inverse of bdi_line_compressor, whose table shows the layout.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// LineBytes   64 or 128. The upper half of a line of 64 bytes is zero.
// Base        the compressor's rule for the base; it decides about rsp_corrupt_o alone.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero, and the outputs stay zero until
//             the first result. A request in reset is lost, as is one whose result is still to come.
//             Payloads inside are not reset: they are not used without their valid.
//
//   req_compressed_i  bits 2..0 of byte 0   value i
//   0                 any                   as stored
//   1                 0  zero               0
//   1                 1  repeated           the base
//   1                 2 to 7, base and      delta i, sign-extended, and where bit i of the mask is 0
//                     delta as named        the base is added, modulo 2^(8 B)
//
// Bytes of req_data_i beyond the encoding's own do not matter.
//
// rsp_corrupt_o is high when a compressor that takes this encoding does not make these bytes of what
// is restored:
//
//   all encodings     a bit of 7..3 of byte 0 is high
//   2 to 7            a value from the base is one that a delta from zero would hold
//   2 to 7, Base = 0  the first value from the base has a delta that is not 0, or there is none and
//                     the base is not 0
//   2 to 7, Base = 1  the base is not value 0
//
// Whether a smaller encoding holds the line is not looked at.
//
// Latency 1: all work in one cycle. Beyond: the result is delayed, for a synthesis tool to retime.
`default_nettype none

module bdi_line_decompressor #(
  parameter int unsigned Latency = 1,
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Base = 0,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned PinBits = 1024
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [PinBits-1:0] req_data_i,
  input  wire logic               req_compressed_i,
  input  wire logic               req_valid_i,
  output logic      [PinBits-1:0] rsp_data_o,
  output logic                    rsp_corrupt_o,
  output logic                    rsp_valid_o
);

  if (Latency < 1 || Latency > 16) begin : gen_check_latency
    $error("bdi_line_decompressor: Latency must be 1 to 16");
  end
  if (LineBytes != 64 && LineBytes != 128) begin : gen_check_line_bytes
    $error("bdi_line_decompressor: LineBytes must be 64 or 128");
  end
  if (Base > 1) begin : gen_check_base
    $error("bdi_line_decompressor: Base must be 0 or 1");
  end

  logic [Bits-1:0] result;
  logic corrupt;

  bdi_line_decode #(
    .LineBytes(LineBytes),
    .Base(Base)
  ) u_decode (
    .bytes_i(req_data_i[Bits-1:0]),
    .compressed_i(req_compressed_i),
    .result_o(result),
    .corrupt_o(corrupt)
  );

  delay_line #(
    .Latency(Latency),
    .Bits(PinBits + 1)
  ) u_registers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .data_i({corrupt, PinBits'(result)}),
    .valid_i(req_valid_i),
    .data_o({rsp_corrupt_o, rsp_data_o}),
    .valid_o(rsp_valid_o)
  );

  // Not every line has an upper half.
  logic unused_upper;
  assign unused_upper = ^req_data_i;

endmodule
`default_nettype wire
