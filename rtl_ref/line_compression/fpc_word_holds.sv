// SPDX-License-Identifier: Apache-2.0
// Which patterns of fpc_segments_encode's table hold a word: bit p of holds_o is high when pattern p does.
`default_nettype none

module fpc_word_holds (
  input  wire logic [31:0] word_i,
  output logic      [7:0]  holds_o
);

  logic low_byte, high_byte;
  assign low_byte = word_i[15:7] == '0 || word_i[15:7] == '1;
  assign high_byte = word_i[31:23] == '0 || word_i[31:23] == '1;

  assign holds_o[0] = word_i == '0;
  assign holds_o[1] = word_i[31:3] == '0 || word_i[31:3] == '1;
  assign holds_o[2] = word_i[31:7] == '0 || word_i[31:7] == '1;
  assign holds_o[3] = word_i[31:15] == '0 || word_i[31:15] == '1;
  assign holds_o[4] = word_i[15:0] == '0;
  assign holds_o[5] = low_byte && high_byte;
  assign holds_o[6] = word_i[31:8] == {3{word_i[7:0]}};
  assign holds_o[7] = 1'b1;

endmodule
`default_nettype wire
