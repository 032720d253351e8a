// SPDX-License-Identifier: Apache-2.0
// No value is in two ways of its row, whatever was asked for.
`default_nettype none

module frequency_once #(
  parameter int unsigned Rows = 2,
  parameter int unsigned Ways = 2,
  parameter int unsigned TagBits = 2,
  parameter int unsigned CounterBits = 2,
  parameter int unsigned Policy = 0,
  localparam int unsigned TotalBits = CounterBits + $clog2(Rows * Ways)
) (
  input  wire logic                       clk_i,
  input  wire logic [1:0]                 op_i,
  input  wire logic [$clog2(Rows)-1:0]    row_i,
  input  wire logic [TagBits-1:0]         tag_i,
  input  wire logic [$clog2(Ways)-1:0]    way_i,
  input  wire logic                       valid_i,
  output logic                            wrong_o
);

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  logic [Ways-1:0] holds;
  logic unused_held, unused_valid;
  logic [$clog2(Rows)-1:0] unused_row;
  logic [TagBits-1:0] unused_tag;
  logic [CounterBits-1:0] unused_count;
  logic [TotalBits-1:0] unused_total;
  frequency_sets #(
    .Rows(Rows),
    .Ways(Ways),
    .TagBits(TagBits),
    .CounterBits(CounterBits),
    .Policy(Policy)
  ) u_sets (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .op_i(op_i),
    .row_i(row_i),
    .tag_i(tag_i),
    .way_i(way_i),
    .valid_i(valid_i),
    .held_o(unused_held),
    .row_o(unused_row),
    .tag_o(unused_tag),
    .count_o(unused_count),
    .total_o(unused_total),
    .valid_o(unused_valid),
    .holds_o(holds)
  );

  // Any request looks for any tag.
  assign wrong_o = (holds & (holds - Ways'(1))) != '0;

endmodule
`default_nettype wire
