// SPDX-License-Identifier: Apache-2.0
// No block is in two ways of its set, whatever was asked for.
`default_nettype none

module metadata_cache_once #(
  parameter int unsigned Sets = 2,
  parameter int unsigned Ways = 4,
  parameter int unsigned BlockBits = 4,
  localparam int unsigned Entries = 2
) (
  input  wire logic                 clk_i,
  input  wire logic [1:0]           op_i,
  input  wire logic [BlockBits-1:0] block_i,
  input  wire logic                 valid_i,
  output logic                      wrong_o
);

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  logic [Ways-1:0] holds;
  logic unused_hit, unused_evicted, unused_dirty, unused_valid;
  logic [1:0] unused_bits;
  logic [BlockBits-1:0] unused_block;
  logic [2*Entries-1:0] unused_data;
  metadata_sets #(
    .Sets(Sets),
    .Ways(Ways),
    .BlockBits(BlockBits),
    .Entries(Entries)
  ) u_sets (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .op_i(op_i),
    .block_i(block_i),
    .entry_i(1'b0),
    .bits_i(2'd0),
    .data_i({2*Entries{1'b0}}),
    .valid_i(valid_i),
    .hit_o(unused_hit),
    .bits_o(unused_bits),
    .evicted_o(unused_evicted),
    .dirty_o(unused_dirty),
    .evicted_block_o(unused_block),
    .evicted_data_o(unused_data),
    .valid_o(unused_valid),
    .holds_o(holds)
  );

  // block_i is any block in any cycle, with a request or without.
  assign wrong_o = (holds & (holds - Ways'(1))) != '0;

endmodule
`default_nettype wire
