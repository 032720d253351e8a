// SPDX-License-Identifier: Apache-2.0
// A word is restored from the piece that cpack_word_classify and cpack_piece make of it, with any words before it, of which any are
// in the dictionary that are more than a byte; and no piece that uses these alone stands for the word in fewer bits, nor in as many
// with a lower entry. Broken changes one bit of the piece on the way.
`default_nettype none

module cpack_word_patterns #(
  parameter int unsigned Before = 8,
  parameter bit Broken = 1'b0
) (
  input  wire logic [31:0]          word_i,
  input  wire logic [32*Before-1:0] words_i,
  input  wire logic [Before-1:0]    alive_i,
  input  wire logic [33:0]          other_i,
  output logic                      wrong_o
);

  logic [4*Before-1:0] entries;
  logic [Before-1:0] alive;
  for (genvar j = 0; j < Before; j++) begin : gen_entry
    assign entries[4*j +: 4] = 4'(j);
    assign alive[j] = alive_i[j] && words_i[32*j+8 +: 24] != '0;
  end

  logic [3:0] code, entry, unused_code, unused_entry, other_code, other_entry;
  logic [5:0] bits, other_bits;
  logic [31:0] restored, other;
  logic [33:0] piece;
  logic unused_pushes, unused_other_pushes;

  cpack_word_classify #(
    .Before(Before)
  ) u_classify (
    .word_i(word_i),
    .words_i(words_i),
    .alive_i(alive),
    .entries_i(entries),
    .code_o(code),
    .entry_o(entry)
  );
  cpack_piece u_piece (
    .word_i(word_i),
    .code_i(code),
    .entry_i(entry),
    .piece_o(piece)
  );
  cpack_code_bits u_bits (
    .code_i(code),
    .bits_o(bits),
    .pushes_o(unused_pushes)
  );
  cpack_word_expand #(
    .Before(Before)
  ) u_expand (
    .piece_i(piece ^ (34'(Broken) << 2)),
    .words_i(words_i),
    .alive_i(alive),
    .entries_i(entries),
    .code_o(unused_code),
    .entry_o(unused_entry),
    .word_o(restored)
  );

  cpack_word_expand #(
    .Before(Before)
  ) u_other (
    .piece_i(other_i),
    .words_i(words_i),
    .alive_i(alive),
    .entries_i(entries),
    .code_o(other_code),
    .entry_o(other_entry),
    .word_o(other)
  );
  cpack_code_bits u_other_bits (
    .code_i(other_code),
    .bits_o(other_bits),
    .pushes_o(unused_other_pushes)
  );

  logic has_entry, allowed, better, overflows;
  assign has_entry = other_code[1] && other_code != 4'b0111;
  assign allowed = !has_entry || (16'(alive) >> other_entry & 16'd1) != '0;
  assign better = other_bits < bits || (other_bits == bits && other_entry < entry);
  assign overflows = piece >> bits != '0;
  assign wrong_o = restored != word_i || (allowed && other == word_i && better) || overflows;

endmodule
`default_nettype wire
