// SPDX-License-Identifier: Apache-2.0
// The work of cpack_compressor, whose table shows the layout: the stream of a line, or the line. There are
// no registers. LineBytes is 4 times a power of two, and Entries is less than 16, for proofs about short lines.
`default_nettype none

module cpack_encode #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Entries = 16,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] line_i,
  output logic      [Bits-1:0] result_o,
  output logic      [7:0]      length_o,
  output logic                 compressed_o
);

  localparam int unsigned Words = LineBytes / 4;
  localparam int unsigned Levels = $clog2(Words);
  localparam int unsigned CountBits = $clog2(Words);
  localparam int unsigned PieceBits = 34;
  localparam int unsigned LengthBits = 6;

  logic [PieceBits*Words-1:0] pieces;
  logic [LengthBits*Words-1:0] lengths;

  for (genvar i = 0; i < Words; i++) begin : gen_word
    // The first word has none before it; for it, that is a word which is not pushed.
    localparam int unsigned Before = (i == 0) ? 1 : i;
    logic [Before-1:0] pushed_before, alive;
    logic [CountBits*Before-1:0] ranks_before;
    logic [4*Before-1:0] entries;
    logic [CountBits-1:0] count;
    logic [3:0] code, entry;
    logic pushes;

    // With this word.
    logic [i:0] pushed;
    logic [CountBits*(i+1)-1:0] ranks;
    logic [CountBits-1:0] count_after;

    if (i == 0) begin : gen_first
      assign pushed_before = '0;
      assign ranks_before = '0;
      assign count = '0;
      assign pushed = pushes;
      assign ranks = '0;
    end else begin : gen_later
      assign pushed_before = gen_word[i-1].pushed;
      assign ranks_before = gen_word[i-1].ranks;
      assign count = gen_word[i-1].count_after;
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
    cpack_word_classify #(
      .Before(Before)
    ) u_classify (
      .word_i(line_i[32*i +: 32]),
      .words_i(line_i[32*Before-1:0]),
      .alive_i(alive),
      .entries_i(entries),
      .code_o(code),
      .entry_o(entry)
    );
    cpack_code_bits u_bits (
      .code_i(code),
      .bits_o(lengths[LengthBits*i +: LengthBits]),
      .pushes_o(pushes)
    );
    cpack_piece u_piece (
      .word_i(line_i[32*i +: 32]),
      .code_i(code),
      .entry_i(entry),
      .piece_o(pieces[PieceBits*i +: PieceBits])
    );
  end

  // Pairs of pieces are joined until there is one.
  for (genvar l = 0; l < Levels; l++) begin : gen_level
    localparam int unsigned Pairs = Words >> (l + 1);
    logic [PieceBits*Words-1:0] from, to;
    logic [2*Pairs*(LengthBits+l)-1:0] from_lengths;
    logic [Pairs*(LengthBits+l+1)-1:0] to_lengths;

    if (l == 0) begin : gen_first
      assign from = pieces;
      assign from_lengths = lengths;
    end else begin : gen_later
      assign from = gen_level[l-1].to;
      assign from_lengths = gen_level[l-1].to_lengths;
    end

    fpc_merge #(
      .Pairs(Pairs),
      .PieceBits(PieceBits << l),
      .LengthBits(LengthBits + l)
    ) u_merge (
      .pieces_i(from),
      .lengths_i(from_lengths),
      .pieces_o(to),
      .lengths_o(to_lengths)
    );
  end

  logic [PieceBits*Words-1:0] stream;
  logic [LengthBits+Levels-1:0] stream_bits, up_to_a_byte;
  assign stream = gen_level[Levels-1].to;
  assign stream_bits = gen_level[Levels-1].to_lengths;
  assign up_to_a_byte = stream_bits + (LengthBits+Levels)'(7);

  // Whole bytes, and one less than the line at least.
  assign compressed_o = stream_bits <= (LengthBits+Levels)'(Bits - 8);
  assign result_o = compressed_o ? stream[Bits-1:0] : line_i;
  assign length_o = compressed_o ? 8'(up_to_a_byte >> 3) : 8'(LineBytes);

  // A stream that is longer than a line is not stored; nothing follows the last word.
  logic unused_rest;
  assign unused_rest = ^{stream, gen_word[Words-1].pushed, gen_word[Words-1].ranks,
                         gen_word[Words-1].count_after};

endmodule
`default_nettype wire
