// SPDX-License-Identifier: Apache-2.0
// No lane that counts is wider than the widest width that thread_compressor gives.
`default_nettype none

module thread_widest (
  input  wire logic          clk_i,
  input  wire logic [1023:0] data_i,
  input  wire logic [31:0]   lanes_i,
  input  wire logic          valid_i,
  output logic               wrong_o
);

  logic [1023:0] stored;
  logic [63:0] widths;
  logic [31:0] lanes_q, wider;
  logic [1:0] widest;
  logic stored_valid;

  thread_compressor #(
    .Latency(1)
  ) u_compressor (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_data_i(data_i),
    .req_lanes_i(lanes_i),
    .req_valid_i(valid_i),
    .rsp_data_o(stored),
    .rsp_widths_o(widths),
    .rsp_widest_o(widest),
    .rsp_valid_o(stored_valid)
  );

  for (genvar i = 0; i < 32; i++) begin : gen_lane
    assign wider[i] = lanes_q[i] && widths[2*i +: 2] > widest;
  end

  always_ff @(posedge clk_i) lanes_q <= lanes_i;

  assign wrong_o = stored_valid && wider != '0;

endmodule
`default_nettype wire
