// SPDX-License-Identifier: Apache-2.0
// The work of assist_warp_store, whose comment has the time of all this, without the pins that it only
// passes on, and with words, addresses and numbers of subroutines of any length.
//
// Function    a fetch reads the word at the address of its subroutine's first word and its instruction
//             together, which is a bit longer than both, so that it does not wrap. found_o says that
//             this word has been loaded; word_o is zero without it.
// Reset       asynchronous; nothing is loaded, all subroutines begin at word 0, outputs are zero. The
//             words themselves are kept, and none sees them.
`include "rtl_ref/assertions.svh"
`default_nettype none

module subroutine_store #(
  parameter int unsigned Words = 512,
  parameter int unsigned WordBits = 64,
  parameter int unsigned AddressBits = 10,
  parameter int unsigned SubroutineBits = 5
) (
  input  wire logic                      clk_i,
  input  wire logic                      rst_ni,
  input  wire logic                      load_i,
  input  wire logic [AddressBits-1:0]    load_address_i,
  input  wire logic [WordBits-1:0]       load_word_i,
  input  wire logic                      begin_i,
  input  wire logic [SubroutineBits-1:0] begin_subroutine_i,
  input  wire logic [AddressBits-1:0]    begin_first_i,
  input  wire logic                      fetch_i,
  input  wire logic [SubroutineBits-1:0] fetch_subroutine_i,
  input  wire logic [AddressBits-1:0]    fetch_instruction_i,
  output logic                           found_o,
  output logic      [WordBits-1:0]       word_o
);

  localparam int unsigned Subroutines = 2 ** SubroutineBits;
  localparam int unsigned IndexBits = (Words < 2) ? 1 : $clog2(Words);

  // Where the subroutines begin.
  logic [Subroutines-1:0] begins;
  logic [Subroutines*AddressBits-1:0] first_d, first_q;
  assign begins = Subroutines'(begin_i) << begin_subroutine_i;
  for (genvar s = 0; s < Subroutines; s++) begin : gen_subroutine
    assign first_d[AddressBits*s +: AddressBits] =
        begins[s] ? begin_first_i : first_q[AddressBits*s +: AddressBits];
  end

  logic [AddressBits-1:0] first;
  always_comb begin
    first = '0;
    for (int unsigned s = 0; s < Subroutines; s++) begin
      if (fetch_subroutine_i == SubroutineBits'(s)) begin
        first = first | first_q[AddressBits*s +: AddressBits];
      end
    end
  end

  // `loaded` is one-hot. A memory may take a word that does not exist for another one.
  logic reads, loads, found_d, found_q;
  logic [AddressBits:0] address;
  logic [Words-1:0] loaded, valid_d, valid_q;
  assign address = {1'b0, first} + {1'b0, fetch_instruction_i};
  assign reads = fetch_i && 32'(address) < Words;
  assign loads = load_i && 32'(load_address_i) < Words;
  assign loaded = Words'(loads) << load_address_i[IndexBits-1:0];
  assign found_d = reads && 1'(valid_q >> address[IndexBits-1:0]);
  assign valid_d = valid_q | loaded;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= '0;
      valid_q <= '0;
      found_q <= 1'b0;
    end else begin
      first_q <= first_d;
      valid_q <= valid_d;
      found_q <= found_d;
    end
  end

  logic [WordBits-1:0] word;
  subroutine_memory #(
    .Words(Words),
    .WordBits(WordBits)
  ) u_memory (
    .clk_i(clk_i),
    .read_i(reads),
    .read_index_i(address[IndexBits-1:0]),
    .write_i(loads),
    .write_index_i(load_address_i[IndexBits-1:0]),
    .write_word_i(load_word_i),
    .word_o(word)
  );

  assign found_o = found_q;
  assign word_o = word & {WordBits{found_q}};

  `HEDDLE_ASSERT_NEXT(NothingIsFoundBeyond, 32'(fetch_instruction_i) >= Words, !found_q)
  `HEDDLE_ASSERT_NEXT(NothingIsFoundWithoutAFetch, !fetch_i, !found_q)
  `HEDDLE_ASSERT_NEXT(NothingIsFoundInAnEmptyStore, valid_q == '0, !found_q)

endmodule
`default_nettype wire
