// SPDX-License-Identifier: Apache-2.0
// The work of cpack_decompressor: a line from its stored bytes, and whether a compressor makes these. There
// are no registers. LineBytes is 4 times a power of two, and Entries is less than 16, for proofs about short
// lines.
`default_nettype none

module cpack_decode #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Entries = 16,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] bytes_i,
  input  wire logic            compressed_i,
  output logic      [Bits-1:0] result_o,
  output logic                 corrupt_o
);

  localparam int unsigned Words = LineBytes / 4;
  localparam int unsigned CountBits = $clog2(Words);
  localparam int unsigned LengthBits = 6 + $clog2(Words);

  logic [6*Words-1:0] bits;
  logic [Words-1:0] corrupt;

  for (genvar i = 0; i < Words; i++) begin : gen_word
    // What this word and the later ones can take at most; the rest behind the last word is one bit, which
    // must be zero.
    localparam int unsigned MostIn = 34 * (Words - i);
    localparam int unsigned MostOut = (i == Words - 1) ? 1 : 34 * (Words - i - 1);
    localparam int unsigned InBits = (MostIn < Bits) ? MostIn : Bits;
    localparam int unsigned OutBits = (MostOut < Bits) ? MostOut : Bits;
    logic [InBits-1:0] from;
    logic [OutBits-1:0] to;

    // The first word has none before it; for it, that is a word which is not pushed.
    localparam int unsigned Before = (i == 0) ? 1 : i;
    logic [32*Before-1:0] words_before;
    logic [Before-1:0] pushed_before, alive;
    logic [CountBits*Before-1:0] ranks_before;
    logic [4*Before-1:0] entries;
    logic [CountBits-1:0] count;
    logic [31:0] word;
    logic pushes;

    // With this word.
    logic [32*(i+1)-1:0] words;
    logic [i:0] pushed;
    logic [CountBits*(i+1)-1:0] ranks;
    logic [CountBits-1:0] count_after;

    if (i == 0) begin : gen_first
      assign from = bytes_i;
      assign words_before = '0;
      assign pushed_before = '0;
      assign ranks_before = '0;
      assign count = '0;
      assign words = word;
      assign pushed = pushes;
      assign ranks = '0;
    end else begin : gen_later
      assign from = gen_word[i-1].to;
      assign words_before = gen_word[i-1].words;
      assign pushed_before = gen_word[i-1].pushed;
      assign ranks_before = gen_word[i-1].ranks;
      assign count = gen_word[i-1].count_after;
      assign words = {word, words_before};
      assign pushed = {pushes, pushed_before};
      assign ranks = {count, ranks_before};
    end
    assign count_after = count + CountBits'(pushes);

    cpack_dictionary #(
      .Before(Before),
      .Entries(Entries),
      .CountBits(CountBits)
    ) u_dictionary (
      .pushed_i(pushed_before),
      .ranks_i(ranks_before),
      .count_i(count),
      .alive_o(alive),
      .entries_o(entries)
    );
    cpack_step #(
      .InBits(InBits),
      .OutBits(OutBits),
      .Before(Before)
    ) u_step (
      .rest_i(from),
      .words_i(words_before),
      .alive_i(alive),
      .entries_i(entries),
      .word_o(word),
      .pushes_o(pushes),
      .rest_o(to),
      .bits_o(bits[6*i +: 6]),
      .corrupt_o(corrupt[i])
    );
  end

  logic [LengthBits-1:0] stream_bits;
  always_comb begin
    stream_bits = '0;
    for (int unsigned i = 0; i < Words; i++) begin
      stream_bits = stream_bits + LengthBits'(bits[6*i +: 6]);
    end
  end

  // Something behind the last word; a stream that is not shorter than the line.
  logic beyond, too_long;
  assign beyond = gen_word[Words-1].to != '0;
  assign too_long = stream_bits > LengthBits'(Bits - 8);

  assign result_o = compressed_i ? gen_word[Words-1].words : bytes_i;
  assign corrupt_o = compressed_i && (corrupt != '0 || beyond || too_long);

  // Nothing follows the last word.
  logic unused_rest;
  assign unused_rest = ^{gen_word[Words-1].pushed, gen_word[Words-1].ranks,
                         gen_word[Words-1].count_after};

endmodule
`default_nettype wire
