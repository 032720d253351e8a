// SPDX-License-Identifier: Apache-2.0
// Stages the instructions of assist warps until they are issued (Vijaykumar2015, section 4.3: Assist Warp
// Buffer): those of high priority in a FIFO for each entry of the assist warp table, those of low priority in
// a few slots, which all of these share.
//
// Parameters  Entries, 1 to 64, of the assist warp table. Depth, 1 to 4: instructions that a FIFO holds.
//             LowSlots, 1 to 4.
// insert      while insert_valid_i: the instruction insert_word_i of the assist warp in insert_entry_i is put
//             behind the others of its FIFO, or with insert_low_i behind the others in the slots.
// issued      bit e of issued_entries_i: the first instruction in the FIFO of entry e is issued; if that is
//             empty, the oldest one of entry e in the slots. Otherwise the bit does not matter, nor do those
//             from Entries on.
// flush       while flush_valid_i: all instructions of flush_entry_i leave, of either priority.
// high        bit e of high_valid_o: bits [64*e +: 64] of high_words_o are the first instruction in the FIFO
//             of entry e. They are zero where there is none.
// low         bit s of low_valid_o: slot s has an instruction, bits [64*s +: 64] of low_words_o, of entry
//             low_entries_o[8*s +: 8]. The oldest is in slot 0, and no slot is free below one that is not;
//             what is free is zero.
// Latency     inputs are sampled at a rising edge, and what is staged shows behind it.
// Handshake   none: who sends knows by itself how much room there is.
// Reset       asynchronous; nothing is staged: all outputs are zero. A flush at the edge before is forgotten.
//
// What comes to one edge acts in the order issued, flush, insert:
//
//   in one cycle                                     behind the edge
//   issued and inserted, its FIFO full               the new one has the place of the issued one
//   issued and flushed                               flushed
//   inserted and flushed, the same entry             dropped, since it was fetched before the flush
//   inserted an edge after a flush of its entry      dropped, since it was fetched before the flush
//   inserted, no room in its FIFO, or in the slots   dropped
//   inserted or flushed, entry not below Entries     nothing
`default_nettype none

module assist_warp_buffer #(
  parameter int unsigned Entries = 8,
  parameter int unsigned Depth = 2,
  parameter int unsigned LowSlots = 2,
  localparam int unsigned MostEntries = 64,
  localparam int unsigned MostStaged = 4,
  localparam int unsigned WordBits = 64
) (
  input  wire logic                            clk_i,
  input  wire logic                            rst_ni,
  input  wire logic [5:0]                      insert_entry_i,
  input  wire logic                            insert_low_i,
  input  wire logic [WordBits-1:0]             insert_word_i,
  input  wire logic                            insert_valid_i,
  input  wire logic [MostEntries-1:0]          issued_entries_i,
  input  wire logic [5:0]                      flush_entry_i,
  input  wire logic                            flush_valid_i,
  output logic      [MostEntries-1:0]          high_valid_o,
  output logic      [WordBits*MostEntries-1:0] high_words_o,
  output logic      [MostStaged-1:0]           low_valid_o,
  output logic      [8*MostStaged-1:0]         low_entries_o,
  output logic      [WordBits*MostStaged-1:0]  low_words_o
);

  if (Entries < 1 || Entries > MostEntries) begin : gen_check_entries
    $error("assist_warp_buffer: Entries must be 1 to 64");
  end
  if (Depth < 1 || Depth > MostStaged) begin : gen_check_depth
    $error("assist_warp_buffer: Depth must be 1 to 4");
  end
  if (LowSlots < 1 || LowSlots > MostStaged) begin : gen_check_low_slots
    $error("assist_warp_buffer: LowSlots must be 1 to 4");
  end

  localparam int unsigned EntryBits = (Entries < 2) ? 1 : $clog2(Entries);

  logic [Entries-1:0] high_valid;
  logic [WordBits*Entries-1:0] high_words;
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
    .rst_ni(rst_ni),
    .insert_entry_i(insert_entry_i),
    .insert_low_i(insert_low_i),
    .insert_word_i(insert_word_i),
    .insert_valid_i(insert_valid_i),
    .issued_i(issued_entries_i[Entries-1:0]),
    .flush_entry_i(flush_entry_i),
    .flush_valid_i(flush_valid_i),
    .high_valid_o(high_valid),
    .high_words_o(high_words),
    .low_valid_o(low_valid),
    .low_entries_o(low_entries),
    .low_words_o(low_words)
  );

  assign high_valid_o = MostEntries'(high_valid);
  assign high_words_o = (WordBits * MostEntries)'(high_words);
  assign low_valid_o = MostStaged'(low_valid);
  assign low_words_o = (WordBits * MostStaged)'(low_words);
  for (genvar s = 0; s < MostStaged; s++) begin : gen_slot
    if (s < LowSlots) begin : gen_there
      assign low_entries_o[8*s +: 8] = 8'(low_entries[EntryBits*s +: EntryBits]);
    end else begin : gen_absent
      assign low_entries_o[8*s +: 8] = '0;
    end
  end

  // There may be fewer entries.
  logic unused_issued;
  assign unused_issued = ^issued_entries_i;

endmodule
`default_nettype wire
