// SPDX-License-Identifier: Apache-2.0
// Restores one memory line of 64 or 128 bytes from its stored bytes. The inverse of fpc_compressor, whose
// table shows the layout.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// LineBytes   64 or 128. Of a line of 64 bytes the upper half of req_data_i does not matter, and that of
//             rsp_data_o is zero.
// SegmentWords  0: each word has a pattern of its own, as told here. 2, 4, 8 or 16: segments of so many words
//             have one, ahead of all data (Vijaykumar2015, section 5.1.4), and all are restored at once.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero, and the outputs stay zero until
//             the first result. A request in reset is lost, as is one whose result is still to come.
//             Payloads inside are not reset: they are not used without their valid.
//
// Without req_compressed_i the line is as stored. With it, words are taken off the stream one after
// another; a run ends with the line, and behind the stored bytes the stream goes on with zeros. Each word
// shifts what is left, so that the words form a chain.
//
// rsp_corrupt_o is high when a compressor makes these bytes of no line, with req_compressed_i alone:
//
//   pattern     another pattern is the shortest for its word
//   run         a run follows one of less than eight words, or it goes on behind the line
//   behind      a bit behind the stream is not zero
//   too long    the stream, in whole bytes, is not shorter than the line
//
// With segments: another pattern is the shortest for all words of its segment; a bit between the patterns and
// the data is not zero; behind and too long as above.
//
// Latency 1: all work in one cycle. Beyond: the result is delayed, for a synthesis tool to retime.
`default_nettype none

module fpc_decompressor #(
  parameter int unsigned Latency = 10,
  parameter int unsigned LineBytes = 128,
  parameter int unsigned SegmentWords = 0,
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
    $error("fpc_decompressor: Latency must be 1 to 16");
  end
  if (LineBytes != 64 && LineBytes != 128) begin : gen_check_line_bytes
    $error("fpc_decompressor: LineBytes must be 64 or 128");
  end
  if (SegmentWords != 0 && SegmentWords != 2 && SegmentWords != 4 && SegmentWords != 8 &&
      SegmentWords != 16) begin : gen_check_segment_words
    $error("fpc_decompressor: SegmentWords must be 0, 2, 4, 8 or 16");
  end

  logic [Bits-1:0] result;
  logic corrupt;

  if (SegmentWords == 0) begin : gen_words
    fpc_decode #(
      .LineBytes(LineBytes)
    ) u_decode (
      .bytes_i(req_data_i[Bits-1:0]),
      .compressed_i(req_compressed_i),
      .result_o(result),
      .corrupt_o(corrupt)
    );
  end else begin : gen_segments
    fpc_segments_decode #(
      .LineBytes(LineBytes),
      .SegmentWords(SegmentWords)
    ) u_decode (
      .bytes_i(req_data_i[Bits-1:0]),
      .compressed_i(req_compressed_i),
      .result_o(result),
      .corrupt_o(corrupt)
    );
  end

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
