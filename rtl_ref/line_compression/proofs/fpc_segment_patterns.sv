// SPDX-License-Identifier: Apache-2.0
// The words of each segment, in the pattern that fpc_segment_pattern takes, are restored, and no pattern with any data holds all of
// them in fewer bits, nor in as many with a lower number. Broken changes one bit of the data on the way.
`default_nettype none

module fpc_segment_patterns #(
  parameter int unsigned Words = 4,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 32 * Words
) (
  input  wire logic [Bits-1:0] words_i,
  input  wire logic [2:0]      other_i,
  input  wire logic [Bits-1:0] other_data_i,
  output logic                 wrong_o
);

  logic [2:0] pattern;
  logic [Bits-1:0] data, restored, other;
  logic [3:0] units, other_units;

  fpc_segment_pattern #(
    .Words(Words)
  ) u_pattern (
    .words_i(words_i),
    .pattern_o(pattern)
  );
  fpc_segment_pack #(
    .Words(Words)
  ) u_pack (
    .words_i(words_i),
    .pattern_i(pattern),
    .data_o(data)
  );
  fpc_segment_unpack #(
    .Words(Words)
  ) u_unpack (
    .pattern_i(pattern),
    .data_i(data ^ Bits'(Broken)),
    .words_o(restored)
  );
  fpc_segment_units u_units (
    .pattern_i(pattern),
    .units_o(units)
  );

  fpc_segment_unpack #(
    .Words(Words)
  ) u_other (
    .pattern_i(other_i),
    .data_i(other_data_i),
    .words_o(other)
  );
  fpc_segment_units u_other_units (
    .pattern_i(other_i),
    .units_o(other_units)
  );

  logic better, overflows;
  assign better = other_units < units || (other_units == units && other_i < pattern);
  assign overflows = data >> (8'(units) * 8'(4 * Words)) != '0;
  assign wrong_o = restored != words_i || (other == words_i && better) || overflows;

endmodule
`default_nettype wire
