// SPDX-License-Identifier: Apache-2.0
// From the pins alone: any instruction of high priority is followed, from when it comes where there is room.
// It is shown, unchanged, when those that were ahead of it have been issued, and until it is issued itself or
// its entry is flushed. As any one can be followed, of any entry, none is lost, doubled or overtaken, whatever
// comes, is issued or flushed of other entries; and an entry shows an instruction while it has one.
`default_nettype none

module assist_staging_first #(
  parameter int unsigned Entries = 3,
  parameter int unsigned Depth = 4,
  parameter int unsigned LowSlots = 2,
  parameter int unsigned WordBits = 2,
  localparam int unsigned EntryBits = (Entries < 2) ? 1 : $clog2(Entries)
) (
  input  wire logic                clk_i,
  input  wire logic [5:0]          chosen_i,
  input  wire logic                follow_i,  // what comes at this edge
  input  wire logic [5:0]          insert_entry_i,
  input  wire logic                insert_low_i,
  input  wire logic [WordBits-1:0] insert_word_i,
  input  wire logic                insert_valid_i,
  input  wire logic [Entries-1:0]  issued_i,
  input  wire logic [5:0]          flush_entry_i,
  input  wire logic                flush_valid_i,
  output logic                     wrong_o
);

  logic started_q = 1'b0;
  logic [Entries-1:0] valid;
  logic [WordBits*Entries-1:0] words;
  logic [LowSlots-1:0] low_valid;
  logic [EntryBits*LowSlots-1:0] low_entries;
  logic [WordBits*LowSlots-1:0] low_words;
  assist_staging #(
    .Entries(Entries),
    .Depth(Depth),
    .LowSlots(LowSlots),
    .WordBits(WordBits)
  ) u_staging (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .insert_entry_i(insert_entry_i),
    .insert_low_i(insert_low_i),
    .insert_word_i(insert_word_i),
    .insert_valid_i(insert_valid_i),
    .issued_i(issued_i),
    .flush_entry_i(flush_entry_i),
    .flush_valid_i(flush_valid_i),
    .high_valid_o(valid),
    .high_words_o(words),
    .low_valid_o(low_valid),
    .low_entries_o(low_entries),
    .low_words_o(low_words)
  );

  // Of the chosen entry: how many are staged, and how many are ahead of the followed one.
  logic [5:0] chosen_q;
  logic [2:0] staged_d, staged_q, ahead_d, ahead_q;
  logic [WordBits-1:0] word_d, word_q;
  logic follows_d, follows_q, flush, flushed_q, issue, comes;
  always_comb begin
    issue = 1'b0;
    for (int unsigned e = 0; e < Entries; e++) begin
      issue = issue || (issued_i[e] && chosen_q == 6'(e));
    end
    flush = flush_valid_i && flush_entry_i == chosen_q;
    comes = insert_valid_i && !insert_low_i && insert_entry_i == chosen_q && !flush && !flushed_q;
    staged_d = staged_q;
    ahead_d = ahead_q;
    word_d = word_q;
    follows_d = follows_q;
    if (issue && staged_q != 3'd0) begin
      staged_d = staged_q - 3'd1;
      ahead_d = ahead_q - 3'd1;
      follows_d = follows_q && ahead_q != 3'd0;
    end
    if (flush) begin
      staged_d = 3'd0;
      follows_d = 1'b0;
    end
    if (comes && staged_d != 3'(Depth)) begin
      if (follow_i && !follows_d) begin
        follows_d = 1'b1;
        ahead_d = staged_d;
        word_d = insert_word_i;
      end
      staged_d = staged_d + 3'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    word_q <= word_d;
    ahead_q <= ahead_d;
    if (!started_q) begin
      chosen_q <= (32'(chosen_i) < Entries) ? chosen_i : '0;
      staged_q <= '0;
      follows_q <= 1'b0;
      flushed_q <= 1'b0;
    end else begin
      staged_q <= staged_d;
      follows_q <= follows_d;
      flushed_q <= flush;
    end
  end

  always_comb begin
    wrong_o = 1'b0;
    for (int unsigned e = 0; e < Entries; e++) begin
      if (started_q && chosen_q == 6'(e) &&
          (valid[e] != (staged_q != 3'd0) ||
           (follows_q && ahead_q == 3'd0 && words[WordBits*e +: WordBits] != word_q) ||
           (!valid[e] && words[WordBits*e +: WordBits] != '0))) begin
        wrong_o = 1'b1;
      end
    end
  end

  logic unused_low;
  assign unused_low = ^{low_valid, low_entries, low_words};

endmodule
`default_nettype wire
