// SPDX-License-Identifier: Apache-2.0
// Finds the codeword that a window of a bit stream begins with (Lal2017, section III-F): comparators
// against the first codewords of all lengths, and a priority encoder.
//
// Codewords   left-aligned in CodeBits; entry l-1 of firsts_i is the first codeword of l bits, which
//             counts with bit l-1 of used_i.
// Function    length_o is the length of the escape codeword if the window begins with that, and else
//             the greatest whose first codeword is not above the window. With the tables of a prefix
//             code no other codeword can match: first codewords, left-aligned, grow with the length.
//             0: none matches.
// Latency     none, combinational.
`default_nettype none

module huffman_match #(
  parameter int unsigned CodeBits = 20,
  parameter bit Escapes = 1'b1
) (
  input  wire logic [CodeBits-1:0]          window_i,
  input  wire logic [CodeBits*CodeBits-1:0] firsts_i,
  input  wire logic [CodeBits-1:0]          used_i,
  input  wire logic [CodeBits-1:0]          escape_code_i,
  input  wire logic [4:0]                   escape_length_i,
  output logic      [4:0]                   length_o,
  output logic                              escape_o
);

  logic [CodeBits-1:0] reached;
  for (genvar l = 1; l <= CodeBits; l++) begin : gen_length
    assign reached[l-1] = used_i[l-1] && window_i[CodeBits-1 -: l] >=
                                             firsts_i[CodeBits*l-1 -: l];
    if (l < CodeBits) begin : gen_unused
      logic unused_first;
      assign unused_first = ^firsts_i[CodeBits*(l-1) +: CodeBits-l];
    end
  end

  if (Escapes) begin : gen_escape
    logic [CodeBits-1:0] beyond;  // bits behind an escape codeword
    assign beyond = {CodeBits{1'b1}} >> escape_length_i;
    assign escape_o = escape_length_i != '0 &&
                      ((window_i ^ escape_code_i) & ~beyond) == '0;
  end else begin : gen_no_escape
    logic unused_escape;
    assign unused_escape = ^{escape_code_i, escape_length_i};
    assign escape_o = 1'b0;
  end

  always_comb begin
    length_o = '0;
    for (int unsigned l = 1; l <= CodeBits; l++) begin
      if (reached[l-1]) begin
        length_o = 5'(l);
      end
    end
    if (escape_o) begin
      length_o = escape_length_i;
    end
  end

endmodule
`default_nettype wire
