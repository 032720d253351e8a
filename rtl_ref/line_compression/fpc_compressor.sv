// SPDX-License-Identifier: Apache-2.0
// Compresses one memory line of 64 or 128 bytes by Frequent Pattern Compression (Alameldeen and Wood,
// 2004): each word of 32 bits, little-endian, becomes a pattern of 3 bits and the data that the pattern
// leaves open. All words are looked at at once; their pieces of the stream are joined in pairs.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// LineBytes   64 or 128. Of a line of 64 bytes the upper half of req_data_i does not matter.
// SegmentWords  0: each word has a pattern of its own, as shown here. 2, 4, 8 or 16: segments of so many
//             words have one, ahead of all data (Vijaykumar2015, section 5.1.4), as in fpc_segments_encode.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero, and the outputs stay zero until
//             the first result. A request in reset is lost, as is one whose result is still to come.
//             Payloads inside are not reset: they are not used without their valid.
//
// rsp_data_o, when rsp_compressed_o is high, is the stream: word after word from bit 0 upwards, of each
// the pattern in the lower bits and its data above.
//
//   pattern           bits of data  word
//   0  run                 3        1 to 8 words of zero; the data is their number less one
//   1  nibble              4        the data, sign-extended
//   2  byte                8        the data, sign-extended
//   3  half               16        the data, sign-extended
//   4  padded half        16        the data is the upper half, the lower one is zero
//   5  two bytes          16        two halves, each a sign-extended byte; bits 7..0 are the lower half's
//   6  repeated byte       8        four times the data
//   7  word               32        the data
//
// A word has the pattern with the fewest bits; of two that have as many, the lower number. A run is as
// long as it can be, from the first word on: a ninth word of zero begins another.
//
// rsp_length_o is the stream's length in bytes, rounded up; bits behind the stream are zero. If that is
// not less than LineBytes, rsp_compressed_o is low, rsp_length_o is LineBytes, and the line stays as it is.
//
// Latency 1: all work in one cycle. Beyond: the result is delayed, for a synthesis tool to retime.
`include "rtl_ref/assertions.svh"
`default_nettype none

module fpc_compressor #(
  parameter int unsigned Latency = 6,
  parameter int unsigned LineBytes = 128,
  parameter int unsigned SegmentWords = 0,
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
    $error("fpc_compressor: Latency must be 1 to 16");
  end
  if (LineBytes != 64 && LineBytes != 128) begin : gen_check_line_bytes
    $error("fpc_compressor: LineBytes must be 64 or 128");
  end
  if (SegmentWords != 0 && SegmentWords != 2 && SegmentWords != 4 && SegmentWords != 8 &&
      SegmentWords != 16) begin : gen_check_segment_words
    $error("fpc_compressor: SegmentWords must be 0, 2, 4, 8 or 16");
  end

  logic compressed;
  logic [7:0] length;
  logic [Bits-1:0] result;

  if (SegmentWords == 0) begin : gen_words
    fpc_encode #(
      .LineBytes(LineBytes)
    ) u_encode (
      .line_i(req_data_i[Bits-1:0]),
      .result_o(result),
      .length_o(length),
      .compressed_o(compressed)
    );
  end else begin : gen_segments
    fpc_segments_encode #(
      .LineBytes(LineBytes),
      .SegmentWords(SegmentWords)
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
