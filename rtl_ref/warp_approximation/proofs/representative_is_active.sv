// SPDX-License-Identifier: Apache-2.0
// The mask has one lane, an active one, whose number is told, when any lane is active; else no lane, and 0.
`default_nettype none

module representative_is_active #(
  parameter int unsigned Policy = 0
) (
  input  wire logic        clk_i,
  input  wire logic [31:0] active_i,
  input  wire logic        valid_i,
  output logic             wrong_o
);

  logic started_q = 1'b0, valid;
  logic [31:0] active_q, mask;
  logic [4:0] lane;

  representative_selector #(
    .Policy(Policy)
  ) u_selector (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .req_active_i(active_i),
    .req_valid_i(valid_i),
    .rsp_mask_o(mask),
    .rsp_lane_o(lane),
    .rsp_valid_o(valid)
  );

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    active_q <= active_i;
  end

  assign wrong_o = valid && (active_q == '0 ? mask != '0 || lane != '0
                                            : mask != 32'd1 << lane || !active_q[lane]);

endmodule
`default_nettype wire
