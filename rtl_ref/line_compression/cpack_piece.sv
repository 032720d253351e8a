// SPDX-License-Identifier: Apache-2.0
// What a word with this code and entry adds to the stream of cpack_compressor, from bit 0 on; zero above.
`default_nettype none

module cpack_piece (
  input  wire logic [31:0] word_i,
  input  wire logic [3:0]  code_i,
  input  wire logic [3:0]  entry_i,
  output logic      [33:0] piece_o
);

  always_comb begin
    unique case (code_i)
      4'b0000: piece_o = '0;
      4'b0001: piece_o = {word_i, 2'b01};
      4'b0010: piece_o = {28'd0, entry_i, 2'b10};
      4'b0011: piece_o = {10'd0, word_i[15:0], entry_i, 4'b0011};
      4'b0111: piece_o = {22'd0, word_i[7:0], 4'b0111};
      default: piece_o = {18'd0, word_i[7:0], entry_i, 4'b1011};
    endcase
  end

endmodule
`default_nettype wire
