// SPDX-License-Identifier: Apache-2.0
// One word of cpack_decompressor: takes the next piece off the stream.
//
// rest_i, rest_o   the stream from this word on, and from the next word on. The words to come can take
//                  OutBits at most; if what is dropped is not zero, there is something behind the stream.
// words_i          the words before, and alive_i, entries_i what they are in the dictionary.
// pushes_o         this word is pushed into the dictionary.
// bits_o           how many bits were taken.
// corrupt_o        no compressor makes this: another code or another entry is right for the word, or something
//                  lies behind the stream.
`default_nettype none

module cpack_step #(
  parameter int unsigned InBits = 68,
  parameter int unsigned OutBits = 34,
  parameter int unsigned Before = 1
) (
  input  wire logic [InBits-1:0]    rest_i,
  input  wire logic [32*Before-1:0] words_i,
  input  wire logic [Before-1:0]    alive_i,
  input  wire logic [4*Before-1:0]  entries_i,
  output logic      [31:0]          word_o,
  output logic                      pushes_o,
  output logic      [OutBits-1:0]   rest_o,
  output logic      [5:0]           bits_o,
  output logic                      corrupt_o
);

  logic [3:0] code, entry, right_code, right_entry;
  logic [InBits-1:0] shifted;
  logic behind;

  cpack_word_expand #(
    .Before(Before)
  ) u_expand (
    .piece_i(rest_i[33:0]),
    .words_i(words_i),
    .alive_i(alive_i),
    .entries_i(entries_i),
    .code_o(code),
    .entry_o(entry),
    .word_o(word_o)
  );
  cpack_code_bits u_bits (
    .code_i(code),
    .bits_o(bits_o),
    .pushes_o(pushes_o)
  );
  cpack_word_classify #(
    .Before(Before)
  ) u_classify (
    .word_i(word_o),
    .words_i(words_i),
    .alive_i(alive_i),
    .entries_i(entries_i),
    .code_o(right_code),
    .entry_o(right_entry)
  );

  always_comb begin
    unique case (bits_o)
      6'd2: shifted = rest_i >> 2;
      6'd6: shifted = rest_i >> 6;
      6'd12: shifted = rest_i >> 12;
      6'd16: shifted = rest_i >> 16;
      6'd24: shifted = rest_i >> 24;
      default: shifted = rest_i >> 34;
    endcase
  end

  assign rest_o = shifted[OutBits-1:0];
  if (OutBits < InBits) begin : gen_behind
    assign behind = shifted[InBits-1:OutBits] != '0;
  end else begin : gen_nothing_behind
    assign behind = 1'b0;
  end

  assign corrupt_o = code != right_code || entry != right_entry || behind;

endmodule
`default_nettype wire
