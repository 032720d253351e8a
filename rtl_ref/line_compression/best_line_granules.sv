// SPDX-License-Identifier: Apache-2.0
// The length of a codec's line with its tag: in bytes, and in granules, rounded up. eligible_o: there is a
// line, and it takes fewer granules than an uncompressed one. The other outputs matter only then.
`default_nettype none

module best_line_granules #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Granularity = 32,
  parameter int unsigned TagBytes = 1,
  localparam int unsigned Granules = LineBytes / Granularity,
  localparam int unsigned GranuleBits = (Granules < 2) ? 1 : $clog2(Granules)
) (
  input  wire logic [7:0]             length_i,
  input  wire logic                   candidate_i,
  output logic      [7:0]             bytes_o,
  output logic      [GranuleBits-1:0] granules_o,
  output logic                        eligible_o
);

  logic [8:0] bytes, granules;
  assign bytes = 9'(length_i) + 9'(TagBytes);
  assign granules = (bytes + 9'(Granularity - 1)) >> $clog2(Granularity);

  assign bytes_o = bytes[7:0];
  assign granules_o = granules[GranuleBits-1:0];
  assign eligible_o = candidate_i && granules < 9'(Granules);

endmodule
`default_nettype wire
