// SPDX-License-Identifier: Apache-2.0
// Selects a symbol's codeword among the ways of its set (Lal2017, section III-E).
//
// Function    hits_o are the ways with the tag tag_i and a codeword; the codeword of the first of them is
//             code_o, length_o. All are zero when there is none. Tables with each symbol once have one at
//             most.
// Latency     none, combinational.
`default_nettype none

module huffman_code_select #(
  parameter int unsigned Ways = 8,
  parameter int unsigned TagBits = 9,
  parameter int unsigned CodeBits = 20,
  parameter int unsigned LengthBits = 5
) (
  input  wire logic [TagBits-1:0]         tag_i,
  input  wire logic [TagBits*Ways-1:0]    tags_i,
  input  wire logic [CodeBits*Ways-1:0]   codes_i,
  input  wire logic [LengthBits*Ways-1:0] lengths_i,
  output logic      [Ways-1:0]            hits_o,
  output logic      [CodeBits-1:0]        code_o,
  output logic      [LengthBits-1:0]      length_o
);

  always_comb begin
    hits_o = '0;
    code_o = '0;
    length_o = '0;
    for (int unsigned w = Ways; w > 0; w--) begin
      if (tags_i[TagBits*(w-1) +: TagBits] == tag_i &&
          lengths_i[LengthBits*(w-1) +: LengthBits] != '0) begin
        hits_o[w-1] = 1'b1;
        code_o = codes_i[CodeBits*(w-1) +: CodeBits];
        length_o = lengths_i[LengthBits*(w-1) +: LengthBits];
      end
    end
  end

endmodule
`default_nettype wire
