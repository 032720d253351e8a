// SPDX-License-Identifier: Apache-2.0
// Counts the lanes of a warp register that are zero. rsp_* shows the result of req_* after Latency rising edges; a request
// every cycle, never stalled. Reset is asynchronous and loses what is inside.
module zero_lane_counter #(
  parameter int unsigned Latency = 1
) (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic [1023:0] req_data_i,
  input  logic          req_valid_i,
  output logic [5:0]    rsp_zeros_o,
  output logic          rsp_valid_o
);
  logic [5:0] zeros;
  always_comb begin
    zeros = '0;
    for (int lane = 0; lane < 32; lane++) zeros = zeros + 6'(req_data_i[32*lane +: 32] == '0);
  end

  logic [6*Latency-1:0] count;
  logic [Latency-1:0] valid;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      count <= '0;
      valid <= '0;
    end else begin
      count <= (6 * Latency)'({count, zeros});
      valid <= Latency'({valid, req_valid_i});
    end
  assign rsp_zeros_o = count[6*Latency-1 -: 6];
  assign rsp_valid_o = valid[Latency-1];
endmodule
