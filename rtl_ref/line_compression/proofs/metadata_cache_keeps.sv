// SPDX-License-Identifier: Apache-2.0
// Any block of a small metadata cache is there from its fill until it leaves, and leaves once:
// requests for it hit exactly then. A look-up of any of its entries answers what was recorded there
// last, or filled; with these bits it leaves, and it is dirty exactly when an entry was recorded.
`default_nettype none

module metadata_cache_keeps #(
  parameter int unsigned Sets = 2,
  parameter int unsigned Ways = 2,
  parameter int unsigned BlockBits = 3,
  parameter int unsigned Entries = 2,
  localparam int unsigned EntryBits = $clog2(Entries),
  localparam int unsigned Width = 2 * Entries
) (
  input  wire logic                 clk_i,
  input  wire logic [BlockBits-1:0] chosen_block_i,
  input  wire logic [EntryBits-1:0] chosen_entry_i,
  input  wire logic [1:0]           op_i,
  input  wire logic [BlockBits-1:0] block_i,
  input  wire logic [EntryBits-1:0] entry_i,
  input  wire logic [1:0]           bits_i,
  input  wire logic [Width-1:0]     data_i,
  input  wire logic                 valid_i,
  output logic                      wrong_o
);

  localparam logic [1:0] LookUp = 2'd0;
  localparam logic [1:0] Record = 2'd1;
  localparam logic [1:0] Fill = 2'd2;
  localparam logic [1:0] Drop = 2'd3;

  logic hit, evicted, dirty, answered;
  logic [1:0] bits;
  logic [BlockBits-1:0] evicted_block;
  logic [Width-1:0] evicted_data;
  logic [Ways-1:0] unused_holds;
  logic started_q = 1'b0;

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
    .entry_i(entry_i),
    .bits_i(bits_i),
    .data_i(data_i),
    .valid_i(valid_i),
    .hit_o(hit),
    .bits_o(bits),
    .evicted_o(evicted),
    .dirty_o(dirty),
    .evicted_block_o(evicted_block),
    .evicted_data_o(evicted_data),
    .valid_o(answered),
    .holds_o(unused_holds)
  );

  // What is expected of the chosen entry. held_q does not know yet that the block has just left.
  logic [BlockBits-1:0] chosen_block_q;
  logic [EntryBits-1:0] chosen_entry_q;
  logic held_q, dirty_q, held, left;
  logic [1:0] bits_q;
  logic asks, asked_q, looked_up_q, dropped_q, was_held_q;

  assign left = answered && evicted && evicted_block == chosen_block_q;
  assign held = held_q && !left;
  assign asks = started_q && valid_i && block_i == chosen_block_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    asked_q <= asks;
    looked_up_q <= asks && op_i == LookUp && entry_i == chosen_entry_q;
    dropped_q <= asks && op_i == Drop;
    was_held_q <= held;
    held_q <= held;
    if (!started_q) begin
      chosen_block_q <= chosen_block_i;
      chosen_entry_q <= chosen_entry_i;
      held_q <= 1'b0;
    end else if (asks && op_i == Fill && !held) begin
      held_q <= 1'b1;
      dirty_q <= 1'b0;
      bits_q <= data_i[{chosen_entry_q, 1'b0} +: 2];
    end else if (asks && op_i == Record && held) begin
      dirty_q <= 1'b1;
      if (entry_i == chosen_entry_q) begin
        bits_q <= bits_i;
      end
    end
  end

  assign wrong_o = (asked_q && hit != was_held_q) ||
                   (looked_up_q && bits != (was_held_q ? bits_q : 2'd0)) ||
                   (dropped_q && left != was_held_q) ||
                   (left && (!was_held_q || dirty != dirty_q ||
                             evicted_data[{chosen_entry_q, 1'b0} +: 2] != bits_q));

endmodule
`default_nettype wire
