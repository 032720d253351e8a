// SPDX-License-Identifier: Apache-2.0
// The word that a pattern of fpc_compressor's table and its data stand for. Bits behind the pattern's
// data do not matter.
`default_nettype none

module fpc_word_expand (
  input  wire logic [2:0]  pattern_i,
  input  wire logic [31:0] data_i,
  output logic      [31:0] word_o
);

  always_comb begin
    unique case (pattern_i)
      3'd0: word_o = '0;
      3'd1: word_o = {{28{data_i[3]}}, data_i[3:0]};
      3'd2: word_o = {{24{data_i[7]}}, data_i[7:0]};
      3'd3: word_o = {{16{data_i[15]}}, data_i[15:0]};
      3'd4: word_o = {data_i[15:0], 16'd0};
      3'd5: word_o = {{8{data_i[15]}}, data_i[15:8], {8{data_i[7]}}, data_i[7:0]};
      3'd6: word_o = {4{data_i[7:0]}};
      default: word_o = data_i;
    endcase
  end

endmodule
`default_nettype wire
