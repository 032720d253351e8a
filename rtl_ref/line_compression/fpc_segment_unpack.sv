// SPDX-License-Identifier: Apache-2.0
// The words of a segment from its pattern of fpc_segments_encode's table and its data, all at once. Bits
// behind the segment's data do not matter.
`default_nettype none

module fpc_segment_unpack #(
  parameter int unsigned Words = 2
) (
  input  wire logic [2:0]          pattern_i,
  input  wire logic [32*Words-1:0] data_i,
  output logic      [32*Words-1:0] words_o
);

  for (genvar i = 0; i < Words; i++) begin : gen_word
    logic [31:0] data;

    always_comb begin
      unique case (pattern_i)
        3'd1: data = {28'd0, data_i[4*i +: 4]};
        3'd2, 3'd6: data = {24'd0, data_i[8*i +: 8]};
        3'd3, 3'd4, 3'd5: data = {16'd0, data_i[16*i +: 16]};
        default: data = data_i[32*i +: 32];
      endcase
    end

    fpc_word_expand u_expand (
      .pattern_i(pattern_i),
      .data_i(data),
      .word_o(words_o[32*i +: 32])
    );
  end

endmodule
`default_nettype wire
