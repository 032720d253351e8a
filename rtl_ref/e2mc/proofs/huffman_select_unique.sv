// SPDX-License-Identifier: Apache-2.0
// Whatever a set holds: if no two of its ways with a codeword have the same tag, at most one is hit, and what is
// selected is the codeword of the one with the symbol's tag; nothing if there is none. Broken lets two ways
// have the same tag.
`default_nettype none

module huffman_select_unique #(
  parameter int unsigned Ways = 8,
  parameter int unsigned TagBits = 5,
  parameter int unsigned CodeBits = 4,
  parameter bit Broken = 1'b0,
  localparam int unsigned LengthBits = 3
) (
  input  wire logic [TagBits-1:0]         tag_i,
  input  wire logic [TagBits*Ways-1:0]    tags_i,
  input  wire logic [CodeBits*Ways-1:0]   codes_i,
  input  wire logic [LengthBits*Ways-1:0] lengths_i,
  output logic                            wrong_o
);

  logic [Ways-1:0] hits;
  logic [CodeBits-1:0] code;
  logic [LengthBits-1:0] length;
  huffman_code_select #(
    .Ways(Ways),
    .TagBits(TagBits),
    .CodeBits(CodeBits),
    .LengthBits(LengthBits)
  ) u_select (
    .tag_i(tag_i),
    .tags_i(tags_i),
    .codes_i(codes_i),
    .lengths_i(lengths_i),
    .hits_o(hits),
    .code_o(code),
    .length_o(length)
  );

  logic unique_tags, there, right;
  always_comb begin
    unique_tags = 1'b1;
    there = 1'b0;
    right = 1'b0;
    for (int unsigned w = 0; w < Ways; w++) begin
      for (int unsigned v = 0; v < w; v++) begin
        if (lengths_i[LengthBits*w +: LengthBits] != '0 && lengths_i[LengthBits*v +: LengthBits] != '0 &&
            tags_i[TagBits*w +: TagBits] == tags_i[TagBits*v +: TagBits]) begin
          unique_tags = 1'b0;
        end
      end
      if (lengths_i[LengthBits*w +: LengthBits] != '0 && tags_i[TagBits*w +: TagBits] == tag_i) begin
        there = 1'b1;
        right = code == codes_i[CodeBits*w +: CodeBits] && length == lengths_i[LengthBits*w +: LengthBits];
      end
    end
    if (!there) begin
      right = hits == '0 && code == '0 && length == '0;
    end
    wrong_o = (unique_tags || Broken) &&
              ((hits & (hits - Ways'(1))) != '0 || (hits != '0) != there || !right);
  end

endmodule
`default_nettype wire
