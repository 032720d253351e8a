// SPDX-License-Identifier: Apache-2.0
// The work of assist_warp_buffer, whose comment has the rule and the time of all this, with pins for as many
// entries, slots and bits of an instruction as there are.
//
// Function    of what comes, decides what each FIFO and the slots take, give and lose.
// Reset       asynchronous; nothing is staged, and no entry was flushed.
`include "rtl_ref/assertions.svh"
`default_nettype none

module assist_staging #(
  parameter int unsigned Entries = 8,
  parameter int unsigned Depth = 2,
  parameter int unsigned LowSlots = 2,
  parameter int unsigned WordBits = 64,
  localparam int unsigned EntryBits = (Entries < 2) ? 1 : $clog2(Entries)
) (
  input  wire logic                          clk_i,
  input  wire logic                          rst_ni,
  input  wire logic [5:0]                    insert_entry_i,
  input  wire logic                          insert_low_i,
  input  wire logic [WordBits-1:0]           insert_word_i,
  input  wire logic                          insert_valid_i,
  input  wire logic [Entries-1:0]            issued_i,
  input  wire logic [5:0]                    flush_entry_i,
  input  wire logic                          flush_valid_i,
  output logic      [Entries-1:0]            high_valid_o,
  output logic      [WordBits*Entries-1:0]   high_words_o,
  output logic      [LowSlots-1:0]           low_valid_o,
  output logic      [EntryBits*LowSlots-1:0] low_entries_o,
  output logic      [WordBits*LowSlots-1:0]  low_words_o
);

  // An instruction that comes at the edge of a flush of its entry, or at the next one, was fetched before it.
  logic flushed_valid_q, inserts;
  logic [5:0] flushed_entry_q;
  assign inserts = insert_valid_i && 32'(insert_entry_i) < Entries &&
                   !(flush_valid_i && flush_entry_i == insert_entry_i) &&
                   !(flushed_valid_q && flushed_entry_q == insert_entry_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flushed_valid_q <= 1'b0;
      flushed_entry_q <= '0;
    end else begin
      flushed_valid_q <= flush_valid_i;
      flushed_entry_q <= flush_entry_i;
    end
  end

  logic [Entries-1:0] flush, insert;
  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    assign flush[e] = flush_valid_i && flush_entry_i == 6'(e);
    assign insert[e] = inserts && !insert_low_i && insert_entry_i == 6'(e);

    assist_fifo #(
      .Depth(Depth),
      .WordBits(WordBits)
    ) u_fifo (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .issue_i(issued_i[e]),
      .flush_i(flush[e]),
      .insert_i(insert[e]),
      .word_i(insert_word_i),
      .valid_o(high_valid_o[e]),
      .word_o(high_words_o[WordBits*e +: WordBits])
    );

    `HEDDLE_ASSERT(NoInstructionWithoutItsBit,
                   high_valid_o[e] || high_words_o[WordBits*e +: WordBits] == '0)
    `HEDDLE_ASSERT(NothingBehindAFlush,
                   !(flushed_valid_q && flushed_entry_q == 6'(e) && high_valid_o[e]))
  end

  assist_slots #(
    .Entries(Entries),
    .Slots(LowSlots),
    .WordBits(WordBits)
  ) u_slots (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .issue_i(issued_i & ~high_valid_o),
    .flush_i(flush),
    .insert_i(inserts && insert_low_i),
    .entry_i(insert_entry_i[EntryBits-1:0]),
    .word_i(insert_word_i),
    .valid_o(low_valid_o),
    .entries_o(low_entries_o),
    .words_o(low_words_o)
  );

  `HEDDLE_ASSERT(NoGapBetweenSlots, (low_valid_o & (low_valid_o + LowSlots'(1))) == '0)

endmodule
`default_nettype wire
