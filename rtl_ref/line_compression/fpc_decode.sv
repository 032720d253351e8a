// SPDX-License-Identifier: Apache-2.0
// The work of fpc_decompressor: a line from its stored bytes, and whether a compressor makes these. There
// are no registers. LineBytes is 4 times a power of two, for proofs about short lines.
`default_nettype none

module fpc_decode #(
  parameter int unsigned LineBytes = 128,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] bytes_i,
  input  wire logic            compressed_i,
  output logic      [Bits-1:0] result_o,
  output logic                 corrupt_o
);

  localparam int unsigned Words = LineBytes / 4;
  localparam int unsigned LengthBits = 6 + $clog2(Words);

  logic [Bits-1:0] line;
  logic [6*Words-1:0] bits;
  logic [Words-1:0] corrupt;

  for (genvar i = 0; i < Words; i++) begin : gen_word
    // What this word and the later ones can take at most; the rest behind the last word is one bit, which
    // must be zero.
    localparam int unsigned MostIn = 35 * (Words - i);
    localparam int unsigned MostOut = (i == Words - 1) ? 1 : 35 * (Words - i - 1);
    localparam int unsigned InBits = (MostIn < Bits) ? MostIn : Bits;
    localparam int unsigned OutBits = (MostOut < Bits) ? MostOut : Bits;
    logic [InBits-1:0] from;
    logic [OutBits-1:0] to;
    logic [2:0] left_in, left;
    logic short_in, short;

    if (i == 0) begin : gen_first
      assign from = bytes_i;
      assign left_in = '0;
      assign short_in = 1'b0;
    end else begin : gen_later
      assign from = gen_word[i-1].to;
      assign left_in = gen_word[i-1].left;
      assign short_in = gen_word[i-1].short;
    end

    fpc_step #(
      .InBits(InBits),
      .OutBits(OutBits)
    ) u_step (
      .rest_i(from),
      .left_i(left_in),
      .short_i(short_in),
      .word_o(line[32*i +: 32]),
      .rest_o(to),
      .left_o(left),
      .short_o(short),
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

  // A run that goes on behind the line; a stream that is not shorter than the line.
  logic beyond, too_long;
  assign beyond = gen_word[Words-1].left != '0 || gen_word[Words-1].to != '0;
  assign too_long = stream_bits > LengthBits'(Bits - 8);

  assign result_o = compressed_i ? line : bytes_i;
  assign corrupt_o = compressed_i && (corrupt != '0 || beyond || too_long);

  // No word follows the last.
  logic unused_short;
  assign unused_short = gen_word[Words-1].short;

endmodule
`default_nettype wire
