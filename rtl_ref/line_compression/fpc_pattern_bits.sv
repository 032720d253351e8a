// SPDX-License-Identifier: Apache-2.0
// How many bits a pattern of fpc_compressor's table takes in the stream, its number included.
`default_nettype none

module fpc_pattern_bits (
  input  wire logic [2:0] pattern_i,
  output logic      [5:0] bits_o
);

  always_comb begin
    unique case (pattern_i)
      3'd0: bits_o = 6'd6;
      3'd1: bits_o = 6'd7;
      3'd2, 3'd6: bits_o = 6'd11;
      3'd3, 3'd4, 3'd5: bits_o = 6'd19;
      default: bits_o = 6'd35;
    endcase
  end

endmodule
`default_nettype wire
