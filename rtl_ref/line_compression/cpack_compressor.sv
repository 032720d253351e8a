// SPDX-License-Identifier: Apache-2.0
// Compresses one memory line of 64 or 128 bytes by C-Pack (Chen et al., 2010): each word of 32 bits,
// little-endian, is stored by what it has in common with zero or with a word before it.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// LineBytes   64 or 128. Of a line of 64 bytes the upper half of req_data_i does not matter.
// DictionaryValues  16: the original layout. 4: that of Vijaykumar2015, section 5.1.4.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero, and the outputs stay zero until
//             the first result. A request in reset is lost, as is one whose result is still to come.
//             Payloads inside are not reset: they are not used without their valid.
//
// Sixteen values: rsp_data_o, when rsp_compressed_o is high, is the stream: word after word from bit 0 upwards, of each
// the code in the lowest bits, then the entry that matches, and then the bytes that are left open.
//
//   code      bits of entry, data   word, its most significant byte first
//   00  zzzz         -   -          zero
//   01  xxxx         -  32          any
//   10  mmmm         4   -          the entry
//   0011  mmxx       4  16          the upper two bytes are the entry's
//   0111  zzzx       -   8          the upper three bytes are zero
//   1011  mmmx       4   8          the upper three bytes are the entry's
//
// The entries are the last 16 words of this line that were stored as xxxx, mmxx or mmmx; the dictionary is
// empty at the start of a line, and the n-th such word, from 0 on, is entry n modulo 16. A word has the
// code with the fewest bits; of several entries that match as well, the one that was pushed first. So each
// word depends on those before it, and the words form a chain.
//
// rsp_length_o is the stream's length in bytes, rounded up; bits behind the stream are zero. If that is
// not less than LineBytes, rsp_compressed_o is low, rsp_length_o is LineBytes, and the line stays as it is.
//
// Four values: rsp_data_o has in its lowest bytes a code of 4 bits for each word; then the n values that
// the codes name, of 4 bytes; then, if the code of any word needs one, a byte for each word. The rest is
// zero.
//
//   code   word                                  its byte
//   0      zero                                  zero
//   1      upper three bytes zero                the lowest byte
//   4 + k  value k                               zero
//   8 + k  the upper three bytes are value k's   the lowest byte
//
// A word with none of these becomes the next value, with its own code 4 + k. Where a fifth would be needed,
// rsp_compressed_o is low, rsp_length_o is LineBytes, and the line stays as it is.
//
// Latency 1: all work in one cycle. Beyond: the result is delayed, for a synthesis tool to retime.
`include "rtl_ref/assertions.svh"
`default_nettype none

module cpack_compressor #(
  parameter int unsigned Latency = 13,
  parameter int unsigned LineBytes = 128,
  parameter int unsigned DictionaryValues = 16,
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
    $error("cpack_compressor: Latency must be 1 to 16");
  end
  if (LineBytes != 64 && LineBytes != 128) begin : gen_check_line_bytes
    $error("cpack_compressor: LineBytes must be 64 or 128");
  end
  if (DictionaryValues != 4 && DictionaryValues != 16) begin : gen_check_dictionary_values
    $error("cpack_compressor: DictionaryValues must be 4 or 16");
  end

  logic compressed;
  logic [7:0] length;
  logic [Bits-1:0] result;

  if (DictionaryValues == 4) begin : gen_ahead
    cpack_ahead_encode #(
      .LineBytes(LineBytes)
    ) u_encode (
      .line_i(req_data_i[Bits-1:0]),
      .result_o(result),
      .length_o(length),
      .compressed_o(compressed)
    );
  end else begin : gen_original
    cpack_encode #(
      .LineBytes(LineBytes)
    ) u_encode (
      .line_i(req_data_i[Bits-1:0]),
      .result_o(result),
      .length_o(length),
      .compressed_o(compressed)
    );
  end

  delay_line #(
    .Latency(Latency),
    .Bits(PinBits + 9)
  ) u_registers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .data_i({compressed, length, PinBits'(result)}),
    .valid_i(req_valid_i),
    .data_o({rsp_compressed_o, rsp_length_o, rsp_data_o}),
    .valid_o(rsp_valid_o)
  );

  // Not every line has an upper half.
  logic unused_upper;
  assign unused_upper = ^req_data_i;

  `HEDDLE_ASSERT(UncompressedHasAllBytes,
                 !rsp_valid_o || rsp_compressed_o == (rsp_length_o != 8'(LineBytes)))
  `HEDDLE_ASSERT(NoStreamIsLongerThanTheLine, !rsp_valid_o || rsp_length_o <= 8'(LineBytes))
  `HEDDLE_ASSERT(BytesBehindTheLengthAreZero,
                 !rsp_valid_o || !rsp_compressed_o ||
                 rsp_data_o >> (11'(rsp_length_o) << 3) == '0)

endmodule
`default_nettype wire
