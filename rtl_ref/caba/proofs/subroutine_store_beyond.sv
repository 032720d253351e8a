// SPDX-License-Identifier: Apache-2.0
// A fetch whose subroutine and instruction together make an address beyond the store, however far, gives
// zero, and so does an edge without a fetch.
`default_nettype none

module subroutine_store_beyond #(
  parameter int unsigned Words = 5,
  parameter int unsigned WordBits = 2,
  parameter int unsigned AddressBits = 3,
  parameter int unsigned SubroutineBits = 1
) (
  input  wire logic                      clk_i,
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

  // Where the chosen subroutine begins.
  logic [AddressBits-1:0] first_q;
  logic [SubroutineBits-1:0] caller_q;
  logic beyond_q, beyond;
  assign beyond = fetch_subroutine_i == caller_q && 32'(first_q) + 32'(fetch_instruction_i) >= Words;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    caller_q <= started_q ? caller_q : caller_i;
    beyond_q <= !started_q || !fetch_i || beyond;
    if (!started_q) begin
      first_q <= '0;
    end else if (begin_i && begin_subroutine_i == caller_q) begin
      first_q <= begin_first_i;
    end
  end

  assign wrong_o = started_q && beyond_q && (found || word != '0);

endmodule
`default_nettype wire
