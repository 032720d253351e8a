// SPDX-License-Identifier: Apache-2.0
// One dictionary value of cpack_ahead_encode: the first word that has no code yet, and the words that share its
// upper 24 bits, itself among them.
//
// open_i    the words that have no code yet, none of which has upper 24 bits of zero.
// found_o   there is one; without, value_o is zero and no word shares its upper bits.
`default_nettype none

module cpack_ahead_pick #(
  parameter int unsigned Words = 32
) (
  input  wire logic [32*Words-1:0] line_i,
  input  wire logic [Words-1:0]    open_i,
  output logic      [31:0]         value_o,
  output logic                     found_o,
  output logic      [Words-1:0]    shares_o
);

  // The lowest bit that is set.
  logic [Words-1:0] first;
  assign first = open_i & (~open_i + Words'(1));
  assign found_o = open_i != '0;

  always_comb begin
    value_o = '0;
    for (int unsigned i = 0; i < Words; i++) begin
      if (first[i]) value_o = value_o | line_i[32*i +: 32];
    end
  end

  for (genvar i = 0; i < Words; i++) begin : gen_word
    assign shares_o[i] = open_i[i] && line_i[32*i+8 +: 24] == value_o[31:8];
  end

endmodule
`default_nettype wire
