// SPDX-License-Identifier: Apache-2.0
// One word of cpack_ahead_decode: the word with this code and byte, and whether no compressor gives it these.
//
// values_i   the dictionary values, of which names_o tells the one that the code names.
// near_o     the code names it for its upper 24 bits.
// wrong_o    the code is not used, or a shorter one would do, or the byte is not needed and not zero. The codes
//            that are not used are read as 0, 1 and 8 + k of cpack_compressor's table.
`default_nettype none

module cpack_ahead_word (
  input  wire logic [3:0]   code_i,
  input  wire logic [7:0]   byte_i,
  input  wire logic [127:0] values_i,
  output logic      [31:0]  word_o,
  output logic      [3:0]   names_o,
  output logic              near_o,
  output logic              wrong_o
);

  logic [31:0] value;
  always_comb begin
    unique case (code_i[1:0])
      2'd0: value = values_i[31:0];
      2'd1: value = values_i[63:32];
      2'd2: value = values_i[95:64];
      default: value = values_i[127:96];
    endcase
  end

  assign names_o = (code_i[3:2] != '0) ? 4'b0001 << code_i[1:0] : '0;
  assign near_o = code_i[3];

  always_comb begin
    unique case (code_i[3:2])
      2'b00: begin
        word_o = code_i[0] ? {24'd0, byte_i} : '0;
        wrong_o = code_i[1] || code_i[0] == (byte_i == '0);
      end
      2'b01: begin
        word_o = value;
        wrong_o = byte_i != '0;
      end
      2'b10: begin
        word_o = {value[31:8], byte_i};
        wrong_o = byte_i == value[7:0];
      end
      default: begin
        word_o = {value[31:8], byte_i};
        wrong_o = 1'b1;
      end
    endcase
  end

endmodule
`default_nettype wire
