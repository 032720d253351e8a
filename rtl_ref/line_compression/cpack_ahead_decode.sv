// SPDX-License-Identifier: Apache-2.0
// The work of cpack_decompressor with four dictionary values: a line from its stored bytes, and whether a
// compressor makes these. There are no registers. LineBytes is 32 at least and a power of two, for proofs about
// short lines.
//
// Where the bytes begin follows from the codes; no word depends on another one. Whether the values come in the
// order in which a compressor takes them is checked beside that.
`default_nettype none

module cpack_ahead_decode #(
  parameter int unsigned LineBytes = 128,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] bytes_i,
  input  wire logic            compressed_i,
  output logic      [Bits-1:0] result_o,
  output logic                 corrupt_o
);

  localparam int unsigned Words = LineBytes / 4;
  localparam int unsigned Values = 4;
  localparam int unsigned CodeBits = 4 * Words;
  localparam int unsigned RestBits = Bits - CodeBits;

  // What follows the codes, and what follows the values that they name.
  logic [RestBits-1:0] rest, behind_values;
  logic [32*Values-1:0] values;
  logic [Values-1:0] named;
  assign rest = bytes_i[Bits-1:CodeBits];
  assign values = rest[32*Values-1:0];

  always_comb begin
    if (named[3]) behind_values = rest >> 128;
    else if (named[2]) behind_values = rest >> 96;
    else if (named[1]) behind_values = rest >> 64;
    else if (named[0]) behind_values = rest >> 32;
    else behind_values = rest;
  end

  logic [Bits-1:0] words;
  logic [Words-1:0] wrong_word, wrong_first;
  for (genvar i = 0; i < Words; i++) begin : gen_word
    logic [Values-1:0] names, seen, seen_after, first;
    logic near;

    if (i == 0) begin : gen_first
      assign seen = '0;
    end else begin : gen_later
      assign seen = gen_word[i-1].seen_after;
    end
    assign seen_after = seen | names;

    cpack_ahead_word u_word (
      .code_i(bytes_i[4*i +: 4]),
      .byte_i(behind_values[8*i +: 8]),
      .values_i(values),
      .word_o(words[32*i +: 32]),
      .names_o(names),
      .near_o(near),
      .wrong_o(wrong_word[i])
    );

    // The first word that names a value is it, and the value before has been named.
    assign first = names & ~seen;
    assign wrong_first[i] = (near && first != '0) || (first[3:1] & ~seen[2:0]) != '0;
  end
  assign named = gen_word[Words-1].seen_after;

  // A value that is a byte, or shares its upper 24 bits with one before.
  logic [Values-1:0] wrong_value;
  always_comb begin
    for (int unsigned k = 0; k < Values; k++) begin
      wrong_value[k] = named[k] && values[32*k+8 +: 24] == '0;
      for (int unsigned j = 0; j < k; j++) begin
        if (named[k] && values[32*j+8 +: 24] == values[32*k+8 +: 24]) wrong_value[k] = 1'b1;
      end
    end
  end

  // Something behind the last word's byte. Bytes that are not needed are zero, whether or not there are any.
  logic beyond;
  assign beyond = behind_values[RestBits-1:8*Words] != '0;

  assign result_o = compressed_i ? words : bytes_i;
  assign corrupt_o = compressed_i &&
                     (wrong_word != '0 || wrong_first != '0 || wrong_value != '0 || beyond);

endmodule
`default_nettype wire
