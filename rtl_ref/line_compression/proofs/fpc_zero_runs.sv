// SPDX-License-Identifier: Apache-2.0
// A line whose words are zero but one or two, so that there are runs of all lengths, is restored by fpc_decode from what fpc_encode
// stores of it, and not called corrupt. Broken changes one stored bit.
`default_nettype none

module fpc_zero_runs #(
  parameter int unsigned LineBytes = 64,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned Words = LineBytes / 4,
  localparam int unsigned PlaceBits = $clog2(Words)
) (
  input  wire logic [PlaceBits-1:0] first_i,
  input  wire logic [PlaceBits-1:0] second_i,
  output logic                      wrong_o
);

  logic [Bits-1:0] line, stored, restored;
  logic [7:0] unused_length;
  logic compressed, corrupt;

  for (genvar i = 0; i < Words; i++) begin : gen_word
    assign line[32*i +: 32] = 32'(first_i == PlaceBits'(i) || second_i == PlaceBits'(i));
  end

  fpc_encode #(
    .LineBytes(LineBytes)
  ) u_encode (
    .line_i(line),
    .result_o(stored),
    .length_o(unused_length),
    .compressed_o(compressed)
  );

  fpc_decode #(
    .LineBytes(LineBytes)
  ) u_decode (
    .bytes_i(stored ^ (Bits'(Broken) << 3)),
    .compressed_i(compressed),
    .result_o(restored),
    .corrupt_o(corrupt)
  );

  assign wrong_o = !compressed || corrupt || restored != line;

endmodule
`default_nettype wire
