// SPDX-License-Identifier: Apache-2.0
// The pattern of fpc_compressor's table that holds a word in the fewest bits, and its data; of two that
// need as many the lower number. The data of a zero word, the length of its run, is not known here: it is 0.
`default_nettype none

module fpc_word_classify (
  input  wire logic [31:0] word_i,
  output logic      [2:0]  pattern_o,
  output logic      [31:0] data_o
);

  logic nibble, byte1, half, low_byte, high_byte;
  assign nibble = word_i[31:3] == '0 || word_i[31:3] == '1;
  assign byte1 = word_i[31:7] == '0 || word_i[31:7] == '1;
  assign half = word_i[31:15] == '0 || word_i[31:15] == '1;
  assign low_byte = word_i[15:7] == '0 || word_i[15:7] == '1;
  assign high_byte = word_i[31:23] == '0 || word_i[31:23] == '1;

  // The last one that holds the word wins.
  always_comb begin
    pattern_o = 3'd7;
    data_o = word_i;
    if (low_byte && high_byte) begin
      pattern_o = 3'd5;
      data_o = {16'd0, word_i[23:16], word_i[7:0]};
    end
    if (word_i[15:0] == '0) begin
      pattern_o = 3'd4;
      data_o = {16'd0, word_i[31:16]};
    end
    if (half) begin
      pattern_o = 3'd3;
      data_o = {16'd0, word_i[15:0]};
    end
    if (word_i[31:8] == {3{word_i[7:0]}}) begin
      pattern_o = 3'd6;
      data_o = {24'd0, word_i[7:0]};
    end
    if (byte1) begin
      pattern_o = 3'd2;
      data_o = {24'd0, word_i[7:0]};
    end
    if (nibble) begin
      pattern_o = 3'd1;
      data_o = {28'd0, word_i[3:0]};
    end
    if (word_i == '0) begin
      pattern_o = 3'd0;
      data_o = '0;
    end
  end

endmodule
`default_nettype wire
