// SPDX-License-Identifier: Apache-2.0
// From the pins alone: two instructions of low priority are marked, any one that comes and any later one, of
// any entries; all others have the word 0.
// - A marked one is shown behind the edge to which it comes when there is room: a slot was free, or is left.
// - It is shown in one slot, of its entry, until its entry is flushed, or issued while it is the oldest one
//   of that in the slots and there is none of high priority; whatever comes, is issued or flushed of others.
// - The older of the two is below the younger one.
`default_nettype none

module assist_staging_slots #(
  parameter int unsigned Entries = 4,
  parameter int unsigned Depth = 2,
  parameter int unsigned LowSlots = 4,
  localparam int unsigned WordBits = 2,
  localparam int unsigned EntryBits = (Entries < 2) ? 1 : $clog2(Entries)
) (
  input  wire logic               clk_i,
  input  wire logic               mark_i,  // what comes at this edge
  input  wire logic [5:0]         insert_entry_i,
  input  wire logic               insert_low_i,
  input  wire logic               insert_valid_i,
  input  wire logic [Entries-1:0] issued_i,
  input  wire logic [5:0]         flush_entry_i,
  input  wire logic               flush_valid_i,
  output logic                    wrong_o
);

  logic started_q = 1'b0;
  logic [Entries-1:0] valid;
  logic [WordBits*Entries-1:0] words;
  logic [LowSlots-1:0] low_valid;
  logic [EntryBits*LowSlots-1:0] low_entries;
  logic [WordBits*LowSlots-1:0] low_words;
  logic [WordBits-1:0] word;
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
    .insert_word_i(word),
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

  // Which slots are left at this edge, as the pins tell.
  localparam int unsigned Numbers = 1 << EntryBits;
  logic [LowSlots-1:0] leaves;
  logic [Numbers-1:0] issued;
  assign issued = Numbers'(issued_i & ~valid);
  always_comb begin
    leaves = '0;
    for (int unsigned s = 0; s < LowSlots; s++) begin
      leaves[s] = low_valid[s] && issued[low_entries[EntryBits*s +: EntryBits]];
      for (int unsigned r = 0; r < LowSlots; r++) begin
        if (r < s && low_entries[EntryBits*r +: EntryBits] == low_entries[EntryBits*s +: EntryBits]) begin
          leaves[s] = 1'b0;
        end
      end
      if (low_valid[s] && flush_valid_i && flush_entry_i == 6'(low_entries[EntryBits*s +: EntryBits])) begin
        leaves[s] = 1'b1;
      end
    end
  end

  // What comes and is staged: the first that is marked has the word 1, the second the word 2.
  logic flushed_q, comes;
  logic [5:0] flushed_entry_q;
  logic [1:0] marked_q, there_d, there_q;
  logic [2*EntryBits-1:0] entries_d, entries_q;
  always_comb begin
    comes = insert_valid_i && insert_low_i && 32'(insert_entry_i) < Entries &&
            !(flush_valid_i && flush_entry_i == insert_entry_i) &&
            !(flushed_q && flushed_entry_q == insert_entry_i) && (low_valid != '1 || leaves != '0);
    word = '0;
    if (mark_i && comes && marked_q != 2'd2) begin
      word = marked_q + 2'd1;
    end
    there_d = there_q;
    entries_d = entries_q;
    for (int unsigned s = 0; s < LowSlots; s++) begin
      for (int unsigned m = 0; m < 2; m++) begin
        if (leaves[s] && low_words[WordBits*s +: WordBits] == 2'(m + 1)) begin
          there_d[m] = 1'b0;
        end
      end
    end
    for (int unsigned m = 0; m < 2; m++) begin
      if (word == 2'(m + 1)) begin
        there_d[m] = 1'b1;
        entries_d[EntryBits*m +: EntryBits] = insert_entry_i[EntryBits-1:0];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    entries_q <= entries_d;
    flushed_entry_q <= flush_entry_i;
    if (!started_q) begin
      marked_q <= 2'd0;
      there_q <= '0;
      flushed_q <= 1'b0;
    end else begin
      marked_q <= (word != '0) ? word : marked_q;
      there_q <= there_d;
      flushed_q <= flush_valid_i;
    end
  end

  // In which slots they are shown; none may be in two.
  logic [2*LowSlots-1:0] shown;
  logic [1:0] twice;
  logic disordered, moved;
  always_comb begin
    twice = '0;
    disordered = 1'b0;
    moved = 1'b0;
    for (int unsigned m = 0; m < 2; m++) begin
      for (int unsigned s = 0; s < LowSlots; s++) begin
        shown[LowSlots*m+s] = low_valid[s] && low_words[WordBits*s +: WordBits] == 2'(m + 1);
        moved = moved || (shown[LowSlots*m+s] &&
                          low_entries[EntryBits*s +: EntryBits] != entries_q[EntryBits*m +: EntryBits]);
        for (int unsigned r = 0; r < s; r++) begin
          twice[m] = twice[m] || (shown[LowSlots*m+r] && shown[LowSlots*m+s]);
        end
      end
    end
    for (int unsigned s = 0; s < LowSlots; s++) begin
      for (int unsigned r = 0; r < s; r++) begin
        disordered = disordered || (shown[LowSlots+r] && shown[s]);
      end
    end
    wrong_o = started_q &&
              (twice != '0 || disordered || moved ||
               there_q != {shown[2*LowSlots-1:LowSlots] != '0, shown[LowSlots-1:0] != '0});
  end

  logic unused_words;
  assign unused_words = ^words;

endmodule
`default_nettype wire
