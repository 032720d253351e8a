// SPDX-License-Identifier: Apache-2.0
// What cpack_encode stores of a line is restored by cpack_decode, and not called corrupt; and what is stored as a stream is shorter
// than the line. With two entries, words are replaced in the dictionary of a short line. Broken changes one stored bit.
`default_nettype none

module cpack_line_returns #(
  parameter int unsigned LineBytes = 16,
  parameter int unsigned Entries = 16,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] line_i,
  output logic                 wrong_o
);

  logic [Bits-1:0] stored, restored;
  logic [7:0] length;
  logic compressed, corrupt;

  cpack_encode #(
    .LineBytes(LineBytes),
    .Entries(Entries)
  ) u_encode (
    .line_i(line_i),
    .result_o(stored),
    .length_o(length),
    .compressed_o(compressed)
  );

  cpack_decode #(
    .LineBytes(LineBytes),
    .Entries(Entries)
  ) u_decode (
    .bytes_i(stored ^ (Bits'(Broken) << 2)),
    .compressed_i(compressed),
    .result_o(restored),
    .corrupt_o(corrupt)
  );

  assign wrong_o = corrupt || restored != line_i || compressed != (length < 8'(LineBytes));

endmodule
`default_nettype wire
