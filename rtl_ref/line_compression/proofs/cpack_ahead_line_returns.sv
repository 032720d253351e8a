// SPDX-License-Identifier: Apache-2.0
// What cpack_ahead_encode stores of a line is restored by cpack_ahead_decode, and not called corrupt; and what is stored compressed
// is shorter than the line, with zeros behind its length. Broken changes one stored bit.
`default_nettype none

module cpack_ahead_line_returns #(
  parameter int unsigned LineBytes = 32,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] line_i,
  output logic                 wrong_o
);

  logic [Bits-1:0] stored, restored;
  logic [7:0] length;
  logic compressed, corrupt, behind;

  cpack_ahead_encode #(
    .LineBytes(LineBytes)
  ) u_encode (
    .line_i(line_i),
    .result_o(stored),
    .length_o(length),
    .compressed_o(compressed)
  );

  cpack_ahead_decode #(
    .LineBytes(LineBytes)
  ) u_decode (
    .bytes_i(stored ^ (Bits'(Broken) << 2)),
    .compressed_i(compressed),
    .result_o(restored),
    .corrupt_o(corrupt)
  );

  always_comb begin
    behind = 1'b0;
    for (int unsigned b = 0; b < LineBytes; b++) begin
      if (8'(b) >= length && stored[8*b +: 8] != '0) behind = 1'b1;
    end
  end

  assign wrong_o = corrupt || restored != line_i || compressed != (length < 8'(LineBytes)) || behind;

endmodule
`default_nettype wire
