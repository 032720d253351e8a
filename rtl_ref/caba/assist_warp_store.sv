// SPDX-License-Identifier: Apache-2.0
// Holds the code of the subroutines of assist warps (Vijaykumar2015, section 4.3: Assist Warp Store).
//
// Parameters  Words, 1 to 1024: words of 64 bits, an instruction each.
// load        with load_valid_i word load_address_i becomes load_word_i.
// begin       with begin_valid_i subroutine begin_subroutine_i (SR.ID) begins at word begin_first_i.
// fetch       with fetch_valid_i asks for instruction fetch_instruction_i (Inst.ID) of subroutine
//             fetch_subroutine_i: the word whose address is that of the subroutine's first word and
//             Inst.ID together, a sum of eleven bits. fetch_entry_i and fetch_low_i say for whom.
// word        word_word_o is this word, word_entry_o and word_low_o what came with the fetch.
// Latency     inputs are sampled at a rising edge; the edge that samples a fetch shows its word. The
//             fetch sees all that was loaded before that edge, and nothing that is loaded at it.
// Handshake   feed-forward: a fetch, a load and a beginning every cycle, never stalled. A payload means
//             something only while its valid is high.
// Reset       asynchronous; nothing is loaded, all subroutines begin at word 0, all outputs are zero.
//
//   address                           word_word_o of a fetch        a load of it
//   loaded since the reset            what was loaded there last    replaces that
//   not loaded since the reset        zero                          holds from the next edge on
//   Words and beyond                  zero                          is ignored
//
// The words are a memory without a reset; a bit a word says that it was loaded since.
`include "rtl_ref/assertions.svh"
`default_nettype none

module assist_warp_store #(
  parameter int unsigned Words = 512,
  localparam int unsigned MostWords = 1024,
  localparam int unsigned AddressBits = 10,
  localparam int unsigned SubroutineBits = 5,
  localparam int unsigned EntryBits = 6,
  localparam int unsigned WordBits = 64
) (
  input  wire logic                      clk_i,
  input  wire logic                      rst_ni,
  input  wire logic [AddressBits-1:0]    load_address_i,
  input  wire logic [WordBits-1:0]       load_word_i,
  input  wire logic                      load_valid_i,
  input  wire logic [SubroutineBits-1:0] begin_subroutine_i,
  input  wire logic [AddressBits-1:0]    begin_first_i,
  input  wire logic                      begin_valid_i,
  input  wire logic [EntryBits-1:0]      fetch_entry_i,
  input  wire logic                      fetch_low_i,
  input  wire logic [SubroutineBits-1:0] fetch_subroutine_i,
  input  wire logic [AddressBits-1:0]    fetch_instruction_i,
  input  wire logic                      fetch_valid_i,
  output logic      [EntryBits-1:0]      word_entry_o,
  output logic                           word_low_o,
  output logic      [WordBits-1:0]       word_word_o,
  output logic                           word_valid_o
);

  if (Words < 1 || Words > MostWords) begin : gen_check_words
    $error("assist_warp_store: Words must be 1 to 1024");
  end

  logic found;
  subroutine_store #(
    .Words(Words),
    .WordBits(WordBits),
    .AddressBits(AddressBits),
    .SubroutineBits(SubroutineBits)
  ) u_store (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .load_i(load_valid_i),
    .load_address_i(load_address_i),
    .load_word_i(load_word_i),
    .begin_i(begin_valid_i),
    .begin_subroutine_i(begin_subroutine_i),
    .begin_first_i(begin_first_i),
    .fetch_i(fetch_valid_i),
    .fetch_subroutine_i(fetch_subroutine_i),
    .fetch_instruction_i(fetch_instruction_i),
    .found_o(found),
    .word_o(word_word_o)
  );

  // For whom the word is, beside it.
  logic [EntryBits-1:0] entry_q;
  logic low_q, valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      entry_q <= '0;
      low_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      entry_q <= fetch_entry_i;
      low_q <= fetch_low_i;
      valid_q <= fetch_valid_i;
    end
  end

  assign word_entry_o = entry_q;
  assign word_low_o = low_q;
  assign word_valid_o = valid_q;

  `HEDDLE_ASSERT(FoundForAFetchAlone, !found || valid_q)
  `HEDDLE_ASSERT_NEXT(EachFetchIsAnswered, fetch_valid_i, word_valid_o)

endmodule
`default_nettype wire
