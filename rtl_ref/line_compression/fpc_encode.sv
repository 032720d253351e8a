// SPDX-License-Identifier: Apache-2.0
// The work of fpc_compressor, whose table shows the layout: the stream of a line, or the line. There are
// no registers. LineBytes is 4 times a power of two, for proofs about short lines.
`default_nettype none

module fpc_encode #(
  parameter int unsigned LineBytes = 128,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] line_i,
  output logic      [Bits-1:0] result_o,
  output logic      [7:0]      length_o,
  output logic                 compressed_o
);

  localparam int unsigned Words = LineBytes / 4;
  localparam int unsigned Levels = $clog2(Words);
  localparam int unsigned PieceBits = 35;
  localparam int unsigned LengthBits = 6;

  logic [Words-1:0] zero;
  logic [3*Words-1:0] numbers;
  logic [PieceBits*Words-1:0] pieces;
  logic [LengthBits*Words-1:0] lengths;

  // The number of a zero word in its run, from 0 on. A run ends behind eight words.
  logic [2:0] number;
  always_comb begin
    number = '0;
    for (int unsigned i = 0; i < Words; i++) begin
      numbers[3*i +: 3] = number;
      number = zero[i] ? number + 3'd1 : 3'd0;
    end
  end

  // What each word adds to the stream. The last word of a run adds the run, the others of it nothing.
  for (genvar i = 0; i < Words; i++) begin : gen_word
    logic [2:0] pattern, run;
    logic [31:0] data;
    logic [5:0] bits;
    logic last;

    fpc_word_classify u_classify (
      .word_i(line_i[32*i +: 32]),
      .pattern_o(pattern),
      .data_o(data)
    );
    fpc_pattern_bits u_bits (
      .pattern_i(pattern),
      .bits_o(bits)
    );

    assign zero[i] = pattern == '0;
    assign run = numbers[3*i +: 3];
    if (i == Words - 1) begin : gen_last
      assign last = 1'b1;
    end else begin : gen_inside
      assign last = !zero[i+1] || run == '1;
    end

    always_comb begin
      pieces[PieceBits*i +: PieceBits] = {data, pattern};
      lengths[LengthBits*i +: LengthBits] = bits;
      if (zero[i]) begin
        pieces[PieceBits*i +: PieceBits] = last ? PieceBits'({run, 3'd0}) : '0;
        if (!last) lengths[LengthBits*i +: LengthBits] = '0;
      end
    end
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

  // A stream that is longer than a line is not stored.
  logic unused_stream;
  assign unused_stream = ^stream;

endmodule
`default_nettype wire
