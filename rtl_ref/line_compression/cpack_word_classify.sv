// SPDX-License-Identifier: Apache-2.0
// The code of cpack_compressor's table that holds a word in the fewest bits, and the number of the entry that
// matches, 0 without one. Of several entries that match as well it is the one that was pushed first.
//
// words_i, alive_i, entries_i   the words before: what they are, whether they are in the dictionary, and which
//                               entry each is.
`default_nettype none

module cpack_word_classify #(
  parameter int unsigned Before = 1
) (
  input  wire logic [31:0]          word_i,
  input  wire logic [32*Before-1:0] words_i,
  input  wire logic [Before-1:0]    alive_i,
  input  wire logic [4*Before-1:0]  entries_i,
  output logic      [3:0]           code_o,
  output logic      [3:0]           entry_o
);

  // In how many bytes each entry matches at least.
  logic [Before-1:0] two, three, four, candidates;
  for (genvar j = 0; j < Before; j++) begin : gen_word
    assign two[j] = alive_i[j] && words_i[32*j+16 +: 16] == word_i[31:16];
    assign three[j] = two[j] && words_i[32*j+8 +: 8] == word_i[15:8];
    assign four[j] = three[j] && words_i[32*j +: 8] == word_i[7:0];
  end

  always_comb begin
    code_o = 4'b0001;
    candidates = '0;
    if (word_i[31:8] == '0) begin
      code_o = (word_i[7:0] == '0) ? 4'b0000 : 4'b0111;
    end else if (four != '0) begin
      code_o = 4'b0010;
      candidates = four;
    end else if (three != '0) begin
      code_o = 4'b1011;
      candidates = three;
    end else if (two != '0) begin
      code_o = 4'b0011;
      candidates = two;
    end
  end

  logic found;
  always_comb begin
    found = 1'b0;
    entry_o = '0;
    for (int unsigned j = 0; j < Before; j++) begin
      if (!found && candidates[j]) begin
        found = 1'b1;
        entry_o = entries_i[4*j +: 4];
      end
    end
  end

endmodule
`default_nettype wire
