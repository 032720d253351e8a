// SPDX-License-Identifier: Apache-2.0
// best_line_select, the work of best_of_all_selector, stores no line while a candidate takes fewer granules by more than Margin,
// its tag counted; and no uncompressed one while a candidate saves a granule. What it stores as compressed saves one, and is as
// long as a candidate with its tag. Broken lets it take a granule too many.
`default_nettype none

module best_line_smallest #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Granularity = 32,
  parameter int unsigned Margin = 0,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [23:0] lengths_i,
  input  wire logic [2:0]  candidates_i,
  output logic             wrong_o
);

  logic [Bits-1:0] unused_result;
  logic [7:0] length;
  logic compressed;

  best_line_select #(
    .LineBytes(LineBytes),
    .Granularity(Granularity),
    .Margin(Margin + 32'(Broken))
  ) u_select (
    .line_i('0),
    .bdi_i('0),
    .fpc_i('0),
    .cpack_i('0),
    .lengths_i(lengths_i),
    .candidates_i(candidates_i),
    .result_o(unused_result),
    .length_o(length),
    .compressed_o(compressed)
  );

  localparam logic [31:0] Whole = LineBytes / Granularity;

  logic [31:0] stored, bytes, taken;
  logic one_of_them, smaller;
  always_comb begin
    stored = (32'(length) + Granularity - 1) / Granularity;
    one_of_them = 1'b0;
    smaller = 1'b0;
    bytes = '0;
    taken = '0;
    for (int unsigned i = 0; i < 3; i++) begin
      bytes = 32'(lengths_i[8*i +: 8]) + ((i == 0) ? 32'd0 : 32'd1);
      taken = (bytes + Granularity - 1) / Granularity;
      if (candidates_i[i]) begin
        if (taken < Whole && (!compressed || taken + Margin < stored)) smaller = 1'b1;
        if (bytes == 32'(length)) one_of_them = 1'b1;
      end
    end
    wrong_o = smaller || (compressed ? !one_of_them || stored >= Whole : length != 8'(LineBytes));
  end

endmodule
`default_nettype wire
