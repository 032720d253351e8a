// SPDX-License-Identifier: Apache-2.0
// A line that fpc_encode and cpack_encode compress at once, and of whose results best_line_select, the work of
// best_of_all_selector, stores one, is restored from the stored bits by the decoder that they name, and not called corrupt. BDI
// takes no part: it has no lines as short as these. Broken changes one stored bit.
`default_nettype none

module best_line_returns #(
  parameter int unsigned LineBytes = 16,
  parameter int unsigned Granularity = 1,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] line_i,
  output logic                 wrong_o
);

  logic [Bits-1:0] fpc, cpack, made, stored, opened, from_fpc, from_cpack;
  logic [7:0] fpc_length, cpack_length, length;
  logic fpc_compressed, cpack_compressed, compressed, fpc_corrupt, cpack_corrupt;

  fpc_encode #(
    .LineBytes(LineBytes)
  ) u_fpc (
    .line_i(line_i),
    .result_o(fpc),
    .length_o(fpc_length),
    .compressed_o(fpc_compressed)
  );

  cpack_encode #(
    .LineBytes(LineBytes)
  ) u_cpack (
    .line_i(line_i),
    .result_o(cpack),
    .length_o(cpack_length),
    .compressed_o(cpack_compressed)
  );

  best_line_select #(
    .LineBytes(LineBytes),
    .Granularity(Granularity)
  ) u_select (
    .line_i(line_i),
    .bdi_i('0),
    .fpc_i(fpc),
    .cpack_i(cpack),
    .lengths_i({cpack_length, fpc_length, 8'd0}),
    .candidates_i({cpack_compressed, fpc_compressed, 1'b0}),
    .result_o(made),
    .length_o(length),
    .compressed_o(compressed)
  );

  assign stored = made ^ (Bits'(Broken) << 3);
  assign opened = stored >> 8;

  fpc_decode #(
    .LineBytes(LineBytes)
  ) u_from_fpc (
    .bytes_i(opened),
    .compressed_i(1'b1),
    .result_o(from_fpc),
    .corrupt_o(fpc_corrupt)
  );

  cpack_decode #(
    .LineBytes(LineBytes)
  ) u_from_cpack (
    .bytes_i(opened),
    .compressed_i(1'b1),
    .result_o(from_cpack),
    .corrupt_o(cpack_corrupt)
  );

  always_comb begin
    wrong_o = 1'b1;
    if (!compressed) begin
      wrong_o = stored != line_i || length != 8'(LineBytes);
    end else if (stored[7:0] == 8'h08) begin
      wrong_o = from_fpc != line_i || fpc_corrupt || length > 8'(LineBytes - Granularity);
    end else if (stored[7:0] == 8'h10) begin
      wrong_o = from_cpack != line_i || cpack_corrupt || length > 8'(LineBytes - Granularity);
    end
  end

endmodule
`default_nettype wire
