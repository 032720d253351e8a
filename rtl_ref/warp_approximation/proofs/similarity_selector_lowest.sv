// SPDX-License-Identifier: Apache-2.0
// The representative value is that of the active lane below which no lane is active, and 0 when no lane is
// active.
`default_nettype none

module similarity_selector_lowest (
  input  wire logic          clk_i,
  input  wire logic [4:0]    chosen_i,
  input  wire logic [1023:0] data_i,
  input  wire logic [31:0]   active_i,
  input  wire logic          valid_i,
  output logic               wrong_o
);

  logic [1023:0] unused_data;
  logic [31:0] unused_active, unused_input, representative, expected_q;
  logic [4:0] unused_d;
  logic valid, known_d, known_q;

  similarity_selector u_selector (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_data_i(data_i),
    .req_active_i(active_i),
    .req_d_i(5'd0),
    .req_input_i(32'd0),
    .req_valid_i(valid_i),
    .rsp_data_o(unused_data),
    .rsp_active_o(unused_active),
    .rsp_d_o(unused_d),
    .rsp_input_o(unused_input),
    .rsp_representative_o(representative),
    .rsp_valid_o(valid)
  );

  // Any lane is chosen; what is expected is known if it is the lowest active one, or if there is none.
  logic [31:0] lower;
  assign lower = ~(32'hffffffff << chosen_i);
  assign known_d = active_i == '0 || (active_i[chosen_i] && (active_i & lower) == '0);

  always_ff @(posedge clk_i) begin
    known_q <= known_d;
    expected_q <= active_i == '0 ? '0 : data_i[32*chosen_i +: 32];
  end

  assign wrong_o = valid && known_q && representative != expected_q;

endmodule
`default_nettype wire
