// SPDX-License-Identifier: Apache-2.0
// A fetch whose subroutine and instruction make any chosen address gives the word that was loaded there
// last, before its edge, or zero where none was since the reset. Only what a fetch with a load of the
// chosen word, or a beginning of its subroutine, at its own edge gives is looked at when AtOnce is set.
`default_nettype none

module subroutine_store_keeps #(
  parameter int unsigned Words = 5,
  parameter int unsigned WordBits = 2,
  parameter int unsigned AddressBits = 3,
  parameter int unsigned SubroutineBits = 1,
  parameter bit AtOnce = 1'b0
) (
  input  wire logic                      clk_i,
  input  wire logic [AddressBits-1:0]    chosen_i,
  input  wire logic [SubroutineBits-1:0] caller_i,
  input  wire logic                      load_i,
  input  wire logic [AddressBits-1:0]    load_address_i,
  input  wire logic [WordBits-1:0]       load_word_i,
  input  wire logic                      begin_i,
  input  wire logic [SubroutineBits-1:0] begin_subroutine_i,
  input  wire logic [AddressBits-1:0]    begin_first_i,
  input  wire logic                      fetch_i,
  input  wire logic [SubroutineBits-1:0] fetch_subroutine_i,
  input  wire logic [AddressBits-1:0]    fetch_instruction_i,
  output logic                           wrong_o
);

  logic started_q = 1'b0;
  logic found;
  logic [WordBits-1:0] word;

  subroutine_store #(
    .Words(Words),
    .WordBits(WordBits),
    .AddressBits(AddressBits),
    .SubroutineBits(SubroutineBits)
  ) u_store (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .load_i(load_i),
    .load_address_i(load_address_i),
    .load_word_i(load_word_i),
    .begin_i(begin_i),
    .begin_subroutine_i(begin_subroutine_i),
    .begin_first_i(begin_first_i),
    .fetch_i(fetch_i),
    .fetch_subroutine_i(fetch_subroutine_i),
    .fetch_instruction_i(fetch_instruction_i),
    .found_o(found),
    .word_o(word)
  );

  // The chosen word of the store and the chosen subroutine, as they were told last.
  logic [AddressBits-1:0] chosen_q, first_q;
  logic [SubroutineBits-1:0] caller_q;
  logic [WordBits-1:0] word_q, expected_q;
  logic loaded_q, expected_found_q, asked_q, loads, begins, asks;

  assign loads = load_i && load_address_i == chosen_q && 32'(chosen_q) < Words;
  assign begins = begin_i && begin_subroutine_i == caller_q;
  // A sum that is longer than an address is another word's.
  assign asks = fetch_i && fetch_subroutine_i == caller_q &&
                {1'b0, fetch_instruction_i} + {1'b0, first_q} == {1'b0, chosen_q};

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    chosen_q <= started_q ? chosen_q : chosen_i;
    caller_q <= started_q ? caller_q : caller_i;
    asked_q <= started_q && asks && (!AtOnce || loads || begins);
    expected_q <= word_q;
    expected_found_q <= loaded_q;
    if (!started_q) begin
      first_q <= '0;
      word_q <= '0;
      loaded_q <= 1'b0;
    end else begin
      if (begins) first_q <= begin_first_i;
      if (loads) begin
        word_q <= load_word_i;
        loaded_q <= 1'b1;
      end
    end
  end

  assign wrong_o = started_q && asked_q && (word != expected_q || found != expected_found_q);

endmodule
`default_nettype wire
