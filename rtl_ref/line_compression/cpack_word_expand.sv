// SPDX-License-Identifier: Apache-2.0
// The word that the next piece of cpack_compressor's stream stands for, with its code and its entry, 0
// without one. An entry that is not in the dictionary is zero; the code that is not used is read as mmmx. Bits
// behind the piece do not matter.
//
// words_i, alive_i, entries_i   the words before, as in cpack_word_classify.
`default_nettype none

module cpack_word_expand #(
  parameter int unsigned Before = 1
) (
  input  wire logic [33:0]          piece_i,
  input  wire logic [32*Before-1:0] words_i,
  input  wire logic [Before-1:0]    alive_i,
  input  wire logic [4*Before-1:0]  entries_i,
  output logic      [3:0]           code_o,
  output logic      [3:0]           entry_o,
  output logic      [31:0]          word_o
);

  logic [31:0] match;

  always_comb begin
    code_o = (piece_i[1:0] == 2'b11) ? piece_i[3:0] : {2'b00, piece_i[1:0]};
    unique case (code_o)
      4'b0000, 4'b0001, 4'b0111: entry_o = '0;
      4'b0010: entry_o = piece_i[5:2];
      default: entry_o = piece_i[7:4];
    endcase
  end

  always_comb begin
    match = '0;
    for (int unsigned j = 0; j < Before; j++) begin
      if (alive_i[j] && entries_i[4*j +: 4] == entry_o) match = match | words_i[32*j +: 32];
    end
  end

  always_comb begin
    unique case (code_o)
      4'b0000: word_o = '0;
      4'b0001: word_o = piece_i[33:2];
      4'b0010: word_o = match;
      4'b0011: word_o = {match[31:16], piece_i[23:8]};
      4'b0111: word_o = {24'd0, piece_i[11:4]};
      default: word_o = {match[31:8], piece_i[15:8]};
    endcase
  end

endmodule
`default_nettype wire
