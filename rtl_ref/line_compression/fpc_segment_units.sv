// SPDX-License-Identifier: Apache-2.0
// How many units the data of a segment take in a pattern of fpc_segments_encode's table. A unit is 4 bits for
// each word of a segment.
`default_nettype none

module fpc_segment_units (
  input  wire logic [2:0] pattern_i,
  output logic      [3:0] units_o
);

  always_comb begin
    unique case (pattern_i)
      3'd0: units_o = 4'd0;
      3'd1: units_o = 4'd1;
      3'd2, 3'd6: units_o = 4'd2;
      3'd3, 3'd4, 3'd5: units_o = 4'd4;
      default: units_o = 4'd8;
    endcase
  end

endmodule
`default_nettype wire
