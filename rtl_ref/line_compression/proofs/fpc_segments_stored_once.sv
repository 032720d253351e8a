// SPDX-License-Identifier: Apache-2.0
// Stored bytes are called corrupt by fpc_segments_decode exactly when they are not what fpc_segments_encode makes of the line that is
// restored from them. As that has one result for a line, no other line gives these bytes. Broken changes one stored bit.
`default_nettype none

module fpc_segments_stored_once #(
  parameter int unsigned LineBytes = 32,
  parameter int unsigned SegmentWords = 2,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] stored_i,
  output logic                 wrong_o
);

  logic [Bits-1:0] line, again;
  logic [7:0] unused_length;
  logic corrupt, compressed;

  fpc_segments_decode #(
    .LineBytes(LineBytes),
    .SegmentWords(SegmentWords)
  ) u_decode (
    .bytes_i(stored_i),
    .compressed_i(1'b1),
    .result_o(line),
    .corrupt_o(corrupt)
  );

  fpc_segments_encode #(
    .LineBytes(LineBytes),
    .SegmentWords(SegmentWords)
  ) u_encode (
    .line_i(line),
    .result_o(again),
    .length_o(unused_length),
    .compressed_o(compressed)
  );

  assign wrong_o = corrupt == (compressed && again == (stored_i ^ (Bits'(Broken) << 17)));

endmodule
`default_nettype wire
