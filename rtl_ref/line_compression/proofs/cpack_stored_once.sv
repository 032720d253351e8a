// SPDX-License-Identifier: Apache-2.0
// Stored bytes are called corrupt by cpack_decode exactly when they are not what cpack_encode makes of the line that is restored
// from them. As cpack_encode has one result for a line, no other line gives these bytes. With two entries, words are replaced in
// the dictionary of a short line. Broken changes one stored bit.
`default_nettype none

module cpack_stored_once #(
  parameter int unsigned LineBytes = 16,
  parameter int unsigned Entries = 16,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] stored_i,
  output logic                 wrong_o
);

  logic [Bits-1:0] line, again;
  logic [7:0] unused_length;
  logic corrupt, compressed;

  cpack_decode #(
    .LineBytes(LineBytes),
    .Entries(Entries)
  ) u_decode (
    .bytes_i(stored_i),
    .compressed_i(1'b1),
    .result_o(line),
    .corrupt_o(corrupt)
  );

  cpack_encode #(
    .LineBytes(LineBytes),
    .Entries(Entries)
  ) u_encode (
    .line_i(line),
    .result_o(again),
    .length_o(unused_length),
    .compressed_o(compressed)
  );

  assign wrong_o = corrupt == (compressed && again == (stored_i ^ (Bits'(Broken) << 2)));

endmodule
`default_nettype wire
