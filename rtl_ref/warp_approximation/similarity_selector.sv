// SPDX-License-Identifier: Apache-2.0
// First stage of the comparison of a result for value similarity (Wong2016, section 3.1.1, Fig. 2a): a
// priority encoder over the active mask selects the value with which all active lanes will be compared.
//
// Latency     rsp_* shows the result of req_* after one rising edge.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; all outputs become zero. A request in reset is lost.
//
//   req_active_i   rsp_representative_o
//   0              0
//   else           lane k of req_data_i, k the lowest bit set
//
// rsp_data_o, rsp_active_o, rsp_d_o and rsp_input_o are those of the request.
`default_nettype none

module similarity_selector #(
  localparam int unsigned Lanes = 32,
  localparam int unsigned LaneBits = 32,
  localparam int unsigned Bits = Lanes * LaneBits
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,
  input  wire logic [Bits-1:0]     req_data_i,
  input  wire logic [Lanes-1:0]    req_active_i,
  input  wire logic [4:0]          req_d_i,
  input  wire logic [LaneBits-1:0] req_input_i,
  input  wire logic                req_valid_i,
  output logic      [Bits-1:0]     rsp_data_o,
  output logic      [Lanes-1:0]    rsp_active_o,
  output logic      [4:0]          rsp_d_o,
  output logic      [LaneBits-1:0] rsp_input_o,
  output logic      [LaneBits-1:0] rsp_representative_o,
  output logic                     rsp_valid_o
);

  logic [LaneBits-1:0] representative;

  lowest_active_value u_lowest (
    .data_i(req_data_i),
    .active_i(req_active_i),
    .value_o(representative)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rsp_valid_o <= 1'b0;
      rsp_data_o <= '0;
      rsp_active_o <= '0;
      rsp_d_o <= '0;
      rsp_input_o <= '0;
      rsp_representative_o <= '0;
    end else begin
      rsp_valid_o <= req_valid_i;
      rsp_data_o <= req_data_i;
      rsp_active_o <= req_active_i;
      rsp_d_o <= req_d_i;
      rsp_input_o <= req_input_i;
      rsp_representative_o <= representative;
    end
  end

endmodule
`default_nettype wire
