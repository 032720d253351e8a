// SPDX-License-Identifier: Apache-2.0
// With a broadcast every lane gets the value of the lane that is named, and without one each keeps its own.
`default_nettype none

module value_broadcaster_spreads (
  input  wire logic          clk_i,
  input  wire logic [4:0]    chosen_i,
  input  wire logic [1023:0] data_i,
  input  wire logic          broadcast_i,
  input  wire logic [4:0]    lane_i,
  input  wire logic          valid_i,
  output logic               wrong_o
);

  logic [1023:0] data;
  logic [31:0] expected_d, expected_q;
  logic [4:0] chosen_q;
  logic valid;

  value_broadcaster u_broadcaster (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_data_i(data_i),
    .req_broadcast_i(broadcast_i),
    .req_lane_i(lane_i),
    .req_valid_i(valid_i),
    .rsp_data_o(data),
    .rsp_valid_o(valid)
  );

  // The source of any lane that is chosen.
  always_comb begin
    expected_d = '0;
    for (int unsigned i = 0; i < 32; i++) begin
      if (5'(i) == (broadcast_i ? lane_i : chosen_i)) begin
        expected_d = data_i[32*i +: 32];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    chosen_q <= chosen_i;
    expected_q <= expected_d;
  end

  assign wrong_o = valid && data[{chosen_q, 5'd0} +: 32] != expected_q;

endmodule
`default_nettype wire
