// SPDX-License-Identifier: Apache-2.0
// How many bits a word with this code of cpack_compressor's table takes in the stream, and whether it is
// pushed into the dictionary. The code that is not used is taken for mmmx.
`default_nettype none

module cpack_code_bits (
  input  wire logic [3:0] code_i,
  output logic      [5:0] bits_o,
  output logic            pushes_o
);

  always_comb begin
    unique case (code_i)
      4'b0000: bits_o = 6'd2;
      4'b0001: bits_o = 6'd34;
      4'b0010: bits_o = 6'd6;
      4'b0011: bits_o = 6'd24;
      4'b0111: bits_o = 6'd12;
      default: bits_o = 6'd16;
    endcase
  end

  assign pushes_o = code_i[0] && code_i != 4'b0111;

endmodule
`default_nettype wire
