// SPDX-License-Identifier: Apache-2.0
// Stored bytes without deltas are restored: a line that is zero, a repeated value, and an uncompressed line. Broken changes one
// stored bit.
`default_nettype none

module bdi_line_plain #(
  parameter int unsigned LineBytes = 128,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] line_i,
  input  wire logic [1:0]      kind_i,
  output logic                 wrong_o
);

  logic [Bits-1:0] line, stored, restored;
  logic compressed, corrupt;

  // 0: zero. 1: repeated. Else uncompressed.
  always_comb begin
    compressed = kind_i < 2'd2;
    line = line_i;
    stored = line_i;
    if (kind_i == 2'd0) begin
      line = '0;
      stored = '0;
    end
    if (kind_i == 2'd1) begin
      line = {(LineBytes/8){line_i[63:0]}};
      stored = Bits'({line_i[63:0], 8'd1});
    end
  end

  bdi_line_decode #(
    .LineBytes(LineBytes)
  ) u_decode (
    .bytes_i(stored ^ (Bits'(Broken) << 8)),
    .compressed_i(compressed),
    .result_o(restored),
    .corrupt_o(corrupt)
  );

  assign wrong_o = corrupt || restored != line;

endmodule
`default_nettype wire
