// SPDX-License-Identifier: Apache-2.0
// The data of a segment in a pattern of fpc_segments_encode's table that holds its words: those of the first
// word in the lowest bits. Bits behind them are zero.
`default_nettype none

module fpc_segment_pack #(
  parameter int unsigned Words = 2
) (
  input  wire logic [32*Words-1:0] words_i,
  input  wire logic [2:0]          pattern_i,
  output logic      [32*Words-1:0] data_o
);

  logic [4*Words-1:0] nibbles;
  logic [8*Words-1:0] bytes;
  logic [16*Words-1:0] halves, upper_halves, two_bytes;

  always_comb begin
    for (int unsigned i = 0; i < Words; i++) begin
      nibbles[4*i +: 4] = words_i[32*i +: 4];
      bytes[8*i +: 8] = words_i[32*i +: 8];
      halves[16*i +: 16] = words_i[32*i +: 16];
      upper_halves[16*i +: 16] = words_i[32*i+16 +: 16];
      two_bytes[16*i +: 16] = {words_i[32*i+16 +: 8], words_i[32*i +: 8]};
    end
  end

  always_comb begin
    unique case (pattern_i)
      3'd0: data_o = '0;
      3'd1: data_o = (32*Words)'(nibbles);
      3'd2, 3'd6: data_o = (32*Words)'(bytes);
      3'd3: data_o = (32*Words)'(halves);
      3'd4: data_o = (32*Words)'(upper_halves);
      3'd5: data_o = (32*Words)'(two_bytes);
      default: data_o = words_i;
    endcase
  end

endmodule
`default_nettype wire
