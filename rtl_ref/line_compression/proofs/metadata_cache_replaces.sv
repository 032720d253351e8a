// SPDX-License-Identifier: Apache-2.0
// A fill never evicts the block of its set that was used last, nor any block while the set holds
// one that was not used since: of any two blocks of a set that are both there, the one that was
// used later stays. Uses are look-ups and records that hit, and fills of what is not there.
`default_nettype none

module metadata_cache_replaces #(
  parameter int unsigned Sets = 1,
  parameter int unsigned Ways = 3,
  parameter int unsigned BlockBits = 3,
  localparam int unsigned Entries = 2
) (
  input  wire logic                 clk_i,
  input  wire logic [BlockBits-1:0] chosen_i,
  input  wire logic [BlockBits-1:0] other_i,
  input  wire logic [1:0]           op_i,
  input  wire logic [BlockBits-1:0] block_i,
  input  wire logic                 valid_i,
  output logic                      wrong_o
);

  localparam logic [1:0] Fill = 2'd2;
  localparam logic [1:0] Drop = 2'd3;

  logic started_q = 1'b0;
  logic hit, evicted, answered, unused_dirty;
  logic [BlockBits-1:0] evicted_block;
  logic [1:0] unused_bits;
  logic [2*Entries-1:0] unused_data;
  logic [Ways-1:0] unused_holds;
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
    .hit_o(hit),
    .bits_o(unused_bits),
    .evicted_o(evicted),
    .dirty_o(unused_dirty),
    .evicted_block_o(evicted_block),
    .evicted_data_o(unused_data),
    .valid_o(answered),
    .holds_o(unused_holds)
  );

  // State before the request that is being answered.
  logic [1:0] op_q;
  logic [BlockBits-1:0] block_q, chosen_q, other_q;
  logic chosen_there_q, other_there_q, chosen_later_q;  // later: chosen was used after other
  logic recent_there_q;
  logic [BlockBits-1:0] recent_q;  // used last in the set of chosen

  logic uses, fills;
  assign uses = answered && (op_q == Fill ? !hit : op_q != Drop && hit);
  assign fills = answered && op_q == Fill && !hit;

  // Blocks that differ in none of these bits share a set.
  localparam logic [BlockBits-1:0] SetMask = BlockBits'(Sets - 1);

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    op_q <= op_i;
    block_q <= block_i;
    if (!started_q) begin
      chosen_q <= chosen_i;
      other_q <= other_i;
      chosen_there_q <= 1'b0;
      other_there_q <= 1'b0;
      chosen_later_q <= 1'b0;
      recent_there_q <= 1'b0;
    end else if (answered) begin
      chosen_there_q <= (chosen_there_q && !(evicted && evicted_block == chosen_q)) ||
                        (fills && block_q == chosen_q);
      other_there_q <= (other_there_q && !(evicted && evicted_block == other_q)) ||
                       (fills && block_q == other_q);
      if (uses && (block_q == chosen_q || block_q == other_q)) begin
        chosen_later_q <= block_q == chosen_q;
      end
      if (uses && ((block_q ^ chosen_q) & SetMask) == '0) begin
        recent_there_q <= 1'b1;
        recent_q <= block_q;
      end else if (evicted && evicted_block == recent_q) begin
        recent_there_q <= 1'b0;
      end
    end
  end

  assign wrong_o = (fills && evicted && recent_there_q && evicted_block == recent_q) ||
                   (fills && evicted && evicted_block == chosen_q && chosen_q != other_q &&
                    ((chosen_q ^ other_q) & SetMask) == '0 && other_there_q && chosen_later_q);

endmodule
`default_nettype wire
