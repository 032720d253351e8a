// SPDX-License-Identifier: Apache-2.0
// The work of fpc_compressor with segments: the patterns and the data of a line, or the line. There are no
// registers. LineBytes is 4 * SegmentWords times a power of two; SegmentWords is a power of two, 2 at least.
//
// result_o, when compressed_o is high: the pattern of each segment in 3 bits, from bit 0 upwards in the order
// of the segments, then zeros up to a whole byte, then the data of the segments in order.
//
//   pattern           bits of a word's data  all words of the segment are
//   0  zero                     0            zero
//   1  nibble                   4            the data, sign-extended
//   2  byte                     8            the data, sign-extended
//   3  half                    16            the data, sign-extended
//   4  padded half             16            the data in the upper half, zero in the lower one
//   5  two bytes               16            two halves, each a sign-extended byte; bits 7..0 are the lower
//                                            half's
//   6  repeated byte            8            four times the data
//   7  word                    32            the data
//
// A segment has the pattern with the fewest bits that holds all of its words; of two that have as many, the
// lower number. Without compressed_o, result_o is the line, which is not longer than patterns and data.
`default_nettype none

module fpc_segments_encode #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned SegmentWords = 8,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] line_i,
  output logic      [Bits-1:0] result_o,
  output logic      [7:0]      length_o,
  output logic                 compressed_o
);

  localparam int unsigned Segments = LineBytes / (4 * SegmentWords);
  localparam int unsigned Levels = $clog2(Segments);
  localparam int unsigned SegmentBits = 32 * SegmentWords;
  localparam int unsigned PatternBytes = (3 * Segments + 7) / 8;
  // A segment's data are whole units; fpc_merge shifts by bits.
  localparam int unsigned UnitShift = 2 + $clog2(SegmentWords);
  localparam int unsigned LengthBits = UnitShift + 4;

  logic [3*Segments-1:0] patterns;
  logic [Bits-1:0] data;
  logic [LengthBits*Segments-1:0] lengths;

  for (genvar i = 0; i < Segments; i++) begin : gen_segment
    logic [3:0] units;

    fpc_segment_pattern #(
      .Words(SegmentWords)
    ) u_pattern (
      .words_i(line_i[SegmentBits*i +: SegmentBits]),
      .pattern_o(patterns[3*i +: 3])
    );
    fpc_segment_pack #(
      .Words(SegmentWords)
    ) u_pack (
      .words_i(line_i[SegmentBits*i +: SegmentBits]),
      .pattern_i(patterns[3*i +: 3]),
      .data_o(data[SegmentBits*i +: SegmentBits])
    );
    fpc_segment_units u_units (
      .pattern_i(patterns[3*i +: 3]),
      .units_o(units)
    );
    assign lengths[LengthBits*i +: LengthBits] = {units, UnitShift'(0)};
  end

  // Pairs of neighbours are joined until there is one.
  for (genvar l = 0; l < Levels; l++) begin : gen_level
    localparam int unsigned Pairs = Segments >> (l + 1);
    logic [Bits-1:0] from, to;
    logic [2*Pairs*(LengthBits+l)-1:0] from_lengths;
    logic [Pairs*(LengthBits+l+1)-1:0] to_lengths;

    if (l == 0) begin : gen_first
      assign from = data;
      assign from_lengths = lengths;
    end else begin : gen_later
      assign from = gen_level[l-1].to;
      assign from_lengths = gen_level[l-1].to_lengths;
    end

    fpc_merge #(
      .Pairs(Pairs),
      .PieceBits(SegmentBits << l),
      .LengthBits(LengthBits + l)
    ) u_merge (
      .pieces_i(from),
      .lengths_i(from_lengths),
      .pieces_o(to),
      .lengths_o(to_lengths)
    );
  end

  logic [Bits-1:0] packed_data;
  logic [LengthBits+Levels-1:0] data_bits;
  if (Levels == 0) begin : gen_one
    assign packed_data = data;
    assign data_bits = lengths;
  end else begin : gen_several
    assign packed_data = gen_level[Levels-1].to;
    assign data_bits = gen_level[Levels-1].to_lengths;
  end

  // Shorter than the line.
  logic [8:0] bytes;
  assign bytes = 9'(data_bits[LengthBits+Levels-1:3]) + 9'(PatternBytes);
  assign compressed_o = bytes < 9'(LineBytes);
  assign length_o = compressed_o ? bytes[7:0] : 8'(LineBytes);
  assign result_o = compressed_o
                        ? {packed_data[Bits-8*PatternBytes-1:0], (8*PatternBytes)'(patterns)} : line_i;

  // Data that do not fit are not stored; they are whole bytes.
  logic unused_data;
  assign unused_data = ^{packed_data, data_bits};

endmodule
`default_nettype wire
