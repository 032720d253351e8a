// SPDX-License-Identifier: Apache-2.0
// Gives all lanes of an operand the value of one, at the beginning of the execution (Wong2016, sections
// 3.1.3 and 3.2, Fig. 2b).
//
// Latency     rsp_* shows the result of req_* after one rising edge.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; all outputs become zero. A request in reset is lost.
//
//   req_broadcast_i   lane i of rsp_data_o
//   0                 lane i of req_data_i
//   1                 lane req_lane_i of req_data_i
`default_nettype none

module value_broadcaster #(
  localparam int unsigned Lanes = 32,
  localparam int unsigned LaneBits = 32,
  localparam int unsigned Bits = Lanes * LaneBits
) (
  input  wire logic            clk_i,
  input  wire logic            rst_ni,
  input  wire logic [Bits-1:0] req_data_i,
  input  wire logic            req_broadcast_i,
  input  wire logic [4:0]      req_lane_i,
  input  wire logic            req_valid_i,
  output logic      [Bits-1:0] rsp_data_o,
  output logic                 rsp_valid_o
);

  logic [LaneBits-1:0] value;

  lane_mux u_mux (
    .data_i(req_data_i),
    .lane_i(req_lane_i),
    .value_o(value)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rsp_valid_o <= 1'b0;
      rsp_data_o <= '0;
    end else begin
      rsp_valid_o <= req_valid_i;
      rsp_data_o <= req_broadcast_i ? {Lanes{value}} : req_data_i;
    end
  end

endmodule
`default_nettype wire
