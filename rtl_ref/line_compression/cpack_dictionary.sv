// SPDX-License-Identifier: Apache-2.0
// Which words of a line are in the dictionary of cpack_compressor when the next word comes, and which entry
// each of them is. The dictionary holds the last Entries words that were pushed; so it needs no memory of its
// own: the words before are its entries.
//
// pushed_i    the words before, from the first one on: was it pushed?
// ranks_i     how many words were pushed before it.
// count_i     how many were pushed before the next word.
// alive_o     is it in the dictionary? No two of these are the same entry.
// entries_o   which entry it is: its rank modulo Entries, which is a power of two up to 16.
`default_nettype none

module cpack_dictionary #(
  parameter int unsigned Before = 1,
  parameter int unsigned Entries = 16,
  parameter int unsigned CountBits = 5
) (
  input  wire logic [Before-1:0]           pushed_i,
  input  wire logic [CountBits*Before-1:0] ranks_i,
  input  wire logic [CountBits-1:0]        count_i,
  output logic      [Before-1:0]           alive_o,
  output logic      [4*Before-1:0]         entries_o
);

  for (genvar j = 0; j < Before; j++) begin : gen_word
    logic [CountBits-1:0] rank;
    assign rank = ranks_i[CountBits*j +: CountBits];
    assign entries_o[4*j +: 4] = 4'(rank) & 4'(Entries - 1);

    // Only what can be replaced needs all bits.
    logic unused_rank;
    assign unused_rank = ^rank;

    if (Before - j > Entries) begin : gen_can_be_replaced
      logic [CountBits-1:0] since;
      assign since = count_i - rank;
      assign alive_o[j] = pushed_i[j] && since <= CountBits'(Entries);
    end else begin : gen_stays
      assign alive_o[j] = pushed_i[j];
    end
  end

  logic unused_count;
  assign unused_count = ^count_i;

endmodule
`default_nettype wire
