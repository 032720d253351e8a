// SPDX-License-Identifier: Apache-2.0
// The policies of representative_selector other than the random one: of any lane that is chosen, the lowest
// is told when no active lane is below it, the highest when none is above it, the middle one when as many
// active lanes are below it as are above it, or one more.
`default_nettype none

module representative_is_chosen #(
  parameter int unsigned Policy = 0
) (
  input  wire logic        clk_i,
  input  wire logic [4:0]  chosen_i,
  input  wire logic [31:0] active_i,
  input  wire logic        valid_i,
  output logic             wrong_o
);

  logic valid, known_d, known_q;
  logic [31:0] unused_mask, lower;
  logic [4:0] lane, chosen_q;
  logic [5:0] below, above;

  representative_selector #(
    .Policy(Policy)
  ) u_selector (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_active_i(active_i),
    .req_valid_i(valid_i),
    .rsp_mask_o(unused_mask),
    .rsp_lane_o(lane),
    .rsp_valid_o(valid)
  );

  assign lower = ~(32'hffffffff << chosen_i);
  always_comb begin
    below = '0;
    above = '0;
    for (int unsigned i = 0; i < 32; i++) begin
      below = below + 6'(active_i[i] && lower[i]);
      above = above + 6'(active_i[i] && !lower[i] && 5'(i) != chosen_i);
    end
    known_d = active_i[chosen_i] && (Policy == 0 ? below == '0
                                     : Policy == 1 ? above == '0
                                     : below == above || below == above + 6'd1);
  end

  always_ff @(posedge clk_i) begin
    chosen_q <= chosen_i;
    known_q <= known_d;
  end

  assign wrong_o = valid && known_q && lane != chosen_q;

endmodule
`default_nettype wire
