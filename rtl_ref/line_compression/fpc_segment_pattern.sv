// SPDX-License-Identifier: Apache-2.0
// The pattern of fpc_segments_encode's table that holds all words of a segment in the fewest bits; of two
// that need as many the lower number.
`default_nettype none

module fpc_segment_pattern #(
  parameter int unsigned Words = 2
) (
  input  wire logic [32*Words-1:0] words_i,
  output logic      [2:0]          pattern_o
);

  logic [8*Words-1:0] of_word;
  for (genvar i = 0; i < Words; i++) begin : gen_word
    fpc_word_holds u_holds (
      .word_i(words_i[32*i +: 32]),
      .holds_o(of_word[8*i +: 8])
    );
  end

  logic [7:0] holds;
  always_comb begin
    holds = '1;
    for (int unsigned i = 0; i < Words; i++) begin
      holds = holds & of_word[8*i +: 8];
    end
  end

  always_comb begin
    if (holds[0]) pattern_o = 3'd0;
    else if (holds[1]) pattern_o = 3'd1;
    else if (holds[2]) pattern_o = 3'd2;
    else if (holds[6]) pattern_o = 3'd6;
    else if (holds[3]) pattern_o = 3'd3;
    else if (holds[4]) pattern_o = 3'd4;
    else if (holds[5]) pattern_o = 3'd5;
    else pattern_o = 3'd7;
  end

  // Pattern 7 holds every word.
  logic unused_holds;
  assign unused_holds = holds[7];

endmodule
`default_nettype wire
