// SPDX-License-Identifier: Apache-2.0
// Each word, in the pattern that fpc_word_classify takes, is restored, and no pattern with any data holds the word in fewer bits,
// nor in as many with a lower number. Broken changes one bit of the data on the way.
`default_nettype none

module fpc_word_patterns #(
  parameter bit Broken = 1'b0
) (
  input  wire logic [31:0] word_i,
  input  wire logic [2:0]  other_i,
  input  wire logic [31:0] other_data_i,
  output logic             wrong_o
);

  logic [2:0] pattern;
  logic [31:0] data, restored, other;
  logic [5:0] bits, other_bits;

  fpc_word_classify u_classify (
    .word_i(word_i),
    .pattern_o(pattern),
    .data_o(data)
  );
  fpc_word_expand u_expand (
    .pattern_i(pattern),
    .data_i(data ^ 32'(Broken)),
    .word_o(restored)
  );
  fpc_pattern_bits u_bits (
    .pattern_i(pattern),
    .bits_o(bits)
  );

  fpc_word_expand u_other (
    .pattern_i(other_i),
    .data_i(other_data_i),
    .word_o(other)
  );
  fpc_pattern_bits u_other_bits (
    .pattern_i(other_i),
    .bits_o(other_bits)
  );

  logic better, overflows;
  assign better = other_bits < bits || (other_bits == bits && other_i < pattern);
  assign overflows = data >> (bits - 6'd3) != '0;
  assign wrong_o = restored != word_i || (other == word_i && better) || overflows;

endmodule
`default_nettype wire
