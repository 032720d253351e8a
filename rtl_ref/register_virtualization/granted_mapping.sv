// SPDX-License-Identifier: Apache-2.0
// A bank's mapping on its way: from the request of a register to the allocator's answer.
//
// Latency     request_i, request_lane_i and request_row_i are sampled at the edge that shows the
//             request to the allocator. Its answer is on grant_* two edges later, and then
//             map_o, map_row_o and map_register_o are the mapping; no grant, no mapping.
// Reset       asynchronous; nothing is on its way.
`default_nettype none

module granted_mapping #(
  localparam int unsigned Requests = 8
) (
  input  wire logic                   clk_i,
  input  wire logic                   rst_ni,
  input  wire logic                   request_i,
  input  wire logic [2:0]             request_lane_i,
  input  wire logic [9:0]             request_row_i,
  input  wire logic [Requests-1:0]    grant_valid_i,
  input  wire logic [10*Requests-1:0] grant_registers_i,
  output logic                        map_o,
  output logic      [9:0]             map_row_o,
  output logic      [9:0]             map_register_o
);

  logic requested_q, answered_q;
  logic [2:0] requested_lane_q, answered_lane_q;
  logic [9:0] requested_row_q, answered_row_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      requested_q <= 1'b0;
      requested_lane_q <= '0;
      requested_row_q <= '0;
      answered_q <= 1'b0;
      answered_lane_q <= '0;
      answered_row_q <= '0;
    end else begin
      requested_q <= request_i;
      requested_lane_q <= request_lane_i;
      requested_row_q <= request_row_i;
      answered_q <= requested_q;
      answered_lane_q <= requested_lane_q;
      answered_row_q <= requested_row_q;
    end
  end

  assign map_o = answered_q && grant_valid_i[answered_lane_q];
  assign map_row_o = answered_row_q;
  assign map_register_o = grant_registers_i[10*answered_lane_q +: 10];

endmodule
`default_nettype wire
