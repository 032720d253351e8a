// SPDX-License-Identifier: Apache-2.0
// From the pins alone: an entry shows an instruction, of either priority, only when one has come for it since
// its last flush: neither at the edge of that flush nor at the next one. So a flush leaves none of them, those
// behind the first in a FIFO included, and none appears that was fetched before it.
`default_nettype none

module assist_staging_flush #(
  parameter int unsigned Entries = 5,
  parameter int unsigned Depth = 3,
  parameter int unsigned LowSlots = 4,
  parameter int unsigned WordBits = 2,
  localparam int unsigned EntryBits = (Entries < 2) ? 1 : $clog2(Entries)
) (
  input  wire logic                clk_i,
  input  wire logic [5:0]          chosen_i,
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

  // Has one of the chosen entry come that may be staged, of high or of low priority?
  logic [5:0] chosen_q;
  logic flush, flushed_q, comes, high_q, low_q;
  assign flush = flush_valid_i && flush_entry_i == chosen_q;
  assign comes = insert_valid_i && insert_entry_i == chosen_q && !flush && !flushed_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      chosen_q <= (32'(chosen_i) < Entries) ? chosen_i : '0;
      {flushed_q, high_q, low_q} <= '0;
    end else begin
      flushed_q <= flush;
      high_q <= (high_q && !flush) || (comes && !insert_low_i);
      low_q <= (low_q && !flush) || (comes && insert_low_i);
    end
  end

  always_comb begin
    wrong_o = 1'b0;
    for (int unsigned e = 0; e < Entries; e++) begin
      if (started_q && chosen_q == 6'(e) && valid[e] && !high_q) begin
        wrong_o = 1'b1;
      end
    end
    for (int unsigned s = 0; s < LowSlots; s++) begin
      if (started_q && low_valid[s] && chosen_q == 6'(low_entries[EntryBits*s +: EntryBits]) && !low_q) begin
        wrong_o = 1'b1;
      end
    end
  end

  logic unused_words;
  assign unused_words = ^{words, low_words};

endmodule
`default_nettype wire
