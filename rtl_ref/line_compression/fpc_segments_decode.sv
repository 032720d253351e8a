// SPDX-License-Identifier: Apache-2.0
// The work of fpc_decompressor with segments: a line from its stored bytes, and whether a compressor makes
// these. There are no registers. The table of fpc_segments_encode shows the layout; parameters as there.
//
// A segment's data begin where those of all earlier ones end: a sum that the patterns alone give, so that all
// segments are restored at once. Behind the stored bytes data go on with zeros.
`default_nettype none

module fpc_segments_decode #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned SegmentWords = 8,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] bytes_i,
  input  wire logic            compressed_i,
  output logic      [Bits-1:0] result_o,
  output logic                 corrupt_o
);

  localparam int unsigned Segments = LineBytes / (4 * SegmentWords);
  localparam int unsigned SegmentBits = 32 * SegmentWords;
  localparam int unsigned PatternBytes = (3 * Segments + 7) / 8;
  localparam int unsigned UnitShift = 2 + $clog2(SegmentWords);
  // Places in units, of which there are eight a segment at most.
  localparam int unsigned PlaceBits = 4 + $clog2(Segments);

  logic [3*Segments-1:0] patterns;
  logic [Bits-1:0] data;
  assign patterns = bytes_i[3*Segments-1:0];
  assign data = Bits'(bytes_i[Bits-1:8*PatternBytes]);

  logic [4*Segments-1:0] units;
  logic [PlaceBits*Segments-1:0] places;
  logic [PlaceBits-1:0] place;
  always_comb begin
    place = '0;
    for (int unsigned i = 0; i < Segments; i++) begin
      places[PlaceBits*i +: PlaceBits] = place;
      place = place + PlaceBits'(units[4*i +: 4]);
    end
  end

  logic [Bits-1:0] line;
  logic [Segments-1:0] wrong;
  for (genvar i = 0; i < Segments; i++) begin : gen_segment
    // This segment and the earlier ones do not reach beyond so many bits.
    localparam int unsigned Reach = SegmentBits * (i + 1);
    logic [SegmentBits-1:0] from;
    logic [2:0] fewest;

    fpc_segment_units u_units (
      .pattern_i(patterns[3*i +: 3]),
      .units_o(units[4*i +: 4])
    );
    assign from =
        SegmentBits'(data[Reach-1:0] >> {places[PlaceBits*i +: PlaceBits], UnitShift'(0)});
    fpc_segment_unpack #(
      .Words(SegmentWords)
    ) u_unpack (
      .pattern_i(patterns[3*i +: 3]),
      .data_i(from),
      .words_o(line[SegmentBits*i +: SegmentBits])
    );
    fpc_segment_pattern #(
      .Words(SegmentWords)
    ) u_pattern (
      .words_i(line[SegmentBits*i +: SegmentBits]),
      .pattern_o(fewest)
    );
    assign wrong[i] = fewest != patterns[3*i +: 3];
  end

  // Bits behind the patterns, up to a whole byte; data behind those of the last segment; a form that is not
  // shorter than the line.
  logic padded, behind, too_long;
  logic [PlaceBits+UnitShift-1:0] end_of_data;
  assign end_of_data = {place, UnitShift'(0)};
  if (8 * PatternBytes > 3 * Segments) begin : gen_padding
    assign padded = bytes_i[8*PatternBytes-1:3*Segments] != '0;
  end else begin : gen_no_padding
    assign padded = 1'b0;
  end
  assign behind = data >> end_of_data != '0;
  assign too_long = 9'(end_of_data[PlaceBits+UnitShift-1:3]) + 9'(PatternBytes) >= 9'(LineBytes);

  assign result_o = compressed_i ? line : bytes_i;
  assign corrupt_o = compressed_i && (wrong != '0 || padded || behind || too_long);

endmodule
`default_nettype wire
