// SPDX-License-Identifier: Apache-2.0
// Whatever window and whatever prefix code, with as many codewords of each length as the code has: if a
// codeword of some length is what the window begins with, that length is found, and codeword less offset
// is its place among the values of the code, which are fewer than all. The escape codeword is the last
// of its length and has no place.
`default_nettype none

module huffman_match_unique #(
  parameter int unsigned CodeBits = 5,
  parameter bit Broken = 1'b0
) (
  input  wire logic [CodeBits-1:0]   window_i,
  input  wire logic [6*CodeBits-1:0] counts_i,  // codewords of l bits, by l - 1
  input  wire logic [4:0]            escape_length_i,
  output logic                       wrong_o
);

  logic [CodeBits*CodeBits-1:0] firsts;
  logic [CodeBits-1:0] used, escape_code, matching, bits;
  logic legal, escape, is_escape;
  logic [4:0] length, right_length;
  logic [7:0] first, values, all, place, right_place, offset;
  logic [5:0] count;

  // The canonical code, and what matching by its definition.
  always_comb begin
    firsts = '0;
    used = '0;
    escape_code = '0;
    matching = '0;
    legal = escape_length_i <= 5'(CodeBits);
    first = '0;
    values = '0;
    right_length = '0;
    right_place = '0;
    offset = '0;
    is_escape = 1'b0;
    for (int unsigned l = 1; l <= CodeBits; l++) begin
      first = first << 1;
      count = counts_i[6*(l-1) +: 6];
      bits = window_i >> (CodeBits - l);
      // A longer first codeword than this leaves no codeword of l bits.
      if ((count != '0 && 32'(first) + 32'(count) > (1 << l)) ||
          (escape_length_i == 5'(l) && count == '0)) begin
        legal = 1'b0;
      end
      used[l-1] = count != '0;
      firsts[CodeBits*(l-1) +: CodeBits] = CodeBits'(first) << (CodeBits - l);
      if (count != '0 && 8'(bits) >= first && 8'(bits) < first + 8'(count)) begin
        matching[l-1] = 1'b1;
        right_length = 5'(l);
        right_place = values + 8'(bits) - first;
        offset = first - values;
        is_escape = escape_length_i == 5'(l) && 8'(bits) == first + 8'(count) - 8'd1;
      end
      if (escape_length_i == 5'(l)) begin
        escape_code = CodeBits'(first + 8'(count) - 8'd1) << (CodeBits - l);
      end
      values = values + 8'(count) - 8'(escape_length_i == 5'(l));
      first = first + 8'(count);
    end
    all = values;
  end

  huffman_match #(
    .CodeBits(CodeBits)
  ) u_match (
    .window_i(window_i),
    .firsts_i(firsts),
    .used_i(used),
    .escape_code_i(escape_code),
    .escape_length_i(escape_length_i),
    .length_o(length),
    .escape_o(escape)
  );

  // As the second stage does; Broken takes the offset of a decoder without an escape codeword.
  logic [CodeBits-1:0] codeword;
  assign codeword = window_i >> (5'(CodeBits) - length);
  assign place = 8'(codeword) - (Broken && escape_length_i != '0 && escape_length_i < right_length ?
                                 offset - 8'd1 : offset);

  // Prefix codes have one match at most.
  assign wrong_o = legal && matching != '0 &&
                   ((matching & (matching - CodeBits'(1))) != '0 || length != right_length ||
                    escape != is_escape || (!is_escape && (place != right_place || place >= all)));

endmodule
`default_nettype wire
