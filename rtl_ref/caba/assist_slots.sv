// SPDX-License-Identifier: Apache-2.0
// The staged instructions of all assist warps of low priority, the oldest in slot 0.
//
// Function    bit e of issue_i: the oldest one of entry e leaves; bit e of flush_i: all of entry e leave.
//             Those that stay move down, in their order. Then, with insert_i, word_i of entry_i comes behind
//             them, or is dropped where none of the slots is free. All of them may be set at once.
// Outputs     words_o and entries_o, by slot; zero where valid_o has no bit.
// Latency     inputs are sampled at a rising edge; the outputs are flip-flops.
// Reset       asynchronous; there is none.
`default_nettype none

module assist_slots #(
  parameter int unsigned Entries = 8,
  parameter int unsigned Slots = 2,
  parameter int unsigned WordBits = 64,
  localparam int unsigned EntryBits = (Entries < 2) ? 1 : $clog2(Entries)
) (
  input  wire logic                       clk_i,
  input  wire logic                       rst_ni,
  input  wire logic [Entries-1:0]         issue_i,
  input  wire logic [Entries-1:0]         flush_i,
  input  wire logic                       insert_i,
  input  wire logic [EntryBits-1:0]       entry_i,
  input  wire logic [WordBits-1:0]        word_i,
  output logic      [Slots-1:0]           valid_o,
  output logic      [EntryBits*Slots-1:0] entries_o,
  output logic      [WordBits*Slots-1:0]  words_o
);

  localparam int unsigned Numbers = 1 << EntryBits;
  localparam int unsigned SlotBits = EntryBits + WordBits;

  logic [Slots-1:0] valid_d, valid_q, leaves, left, left_down, next;
  logic [SlotBits*Slots-1:0] slots_d, slots_q, slots_down;

  logic [Numbers-1:0] issue, flush;
  assign issue = Numbers'(issue_i);
  assign flush = Numbers'(flush_i);

  // Only the oldest one of an entry is issued.
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    logic [EntryBits-1:0] entry;
    logic oldest;
    assign entry = slots_q[SlotBits*s+WordBits +: EntryBits];
    always_comb begin
      oldest = 1'b1;
      for (int unsigned r = 0; r + 1 <= s; r++) begin
        if (slots_q[SlotBits*r+WordBits +: EntryBits] == entry) begin
          oldest = 1'b0;
        end
      end
    end
    assign leaves[s] = flush[entry] || (issue[entry] && oldest);
    assign entries_o[EntryBits*s +: EntryBits] = entry;
    assign words_o[WordBits*s +: WordBits] = slots_q[SlotBits*s +: WordBits];
  end

  // From the highest slot that its instruction leaves on, those above it move down by one. Slots that are
  // free are zero, so that zeros follow behind the last instruction, and a free slot may seem to be left.
  always_comb begin
    left = valid_q;
    slots_d = slots_q;
    for (int unsigned n = 0; n < Slots; n++) begin
      left_down = left >> 1;
      slots_down = slots_d >> SlotBits;
      for (int unsigned s = 0; s < Slots; s++) begin
        if (leaves[Slots-1-n] && s + n + 1 >= Slots) begin
          left[s] = left_down[s];
          slots_d[SlotBits*s +: SlotBits] = slots_down[SlotBits*s +: SlotBits];
        end
      end
    end
    next = ~left & ((left << 1) | Slots'(1));  // the lowest free slot
    valid_d = left | (next & {Slots{insert_i}});
    for (int unsigned s = 0; s < Slots; s++) begin
      if (insert_i && next[s]) begin
        slots_d[SlotBits*s +: SlotBits] = {entry_i, word_i};
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      slots_q <= '0;
    end else begin
      valid_q <= valid_d;
      slots_q <= slots_d;
    end
  end

  assign valid_o = valid_q;

endmodule
`default_nettype wire
