// SPDX-License-Identifier: Apache-2.0
// Whatever the table answers: each symbol that is taken adds its codeword to the stream, or the escape
// codeword and then the bits of its value, all and in their order, as by a pointer into them; the symbol
// behind it waits so long and is not lost, and none is taken. The end of a stream comes with the last
// bits of its last symbol.
`default_nettype none

module huffman_encode_keeps #(
  parameter int unsigned SymbolBits = 5,
  parameter int unsigned CodeBits = 3,
  localparam int unsigned LengthBits = $clog2(CodeBits + 1)
) (
  input  wire logic                  clk_i,
  input  wire logic                  valid_i,
  input  wire logic [SymbolBits-1:0] value_i,
  input  wire logic                  last_i,
  input  wire logic                  hit_i,
  input  wire logic [CodeBits-1:0]   code_i,
  input  wire logic [LengthBits-1:0] length_i,
  input  wire logic [CodeBits-1:0]   escape_code_i,
  input  wire logic [LengthBits-1:0] escape_length_i,
  output logic                       wrong_o
);

  localparam int unsigned Wide = $clog2(SymbolBits + CodeBits + 1);

  logic started_q = 1'b0;
  logic ready, take, unused_tree, last, uncodable;
  logic [SymbolBits-1:0] symbol;
  logic [CodeBits-1:0] bits;
  logic [LengthBits-1:0] length;
  huffman_encode #(
    .SymbolBits(SymbolBits),
    .CodeBits(CodeBits)
  ) u_encode (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .valid_i(valid_i),
    .value_i(value_i),
    .last_i(last_i),
    .ready_o(ready),
    .take_o(take),
    .tree_o(unused_tree),
    .symbol_o(symbol),
    .hit_i(hit_i),
    .code_i(code_i),
    .length_i(length_i),
    .escape_code_i(escape_code_i),
    .escape_length_i(escape_length_i),
    .coded_bits_o(bits),
    .coded_length_o(length),
    .coded_last_o(last),
    .coded_uncodable_o(uncodable)
  );

  logic taken_q, value_last_q;      // a symbol that nothing has been added of
  logic [SymbolBits-1:0] value_q;
  logic within_q, within_last_q;    // an escaped value of which bits are missing
  logic [SymbolBits-1:0] within_value_q;
  logic [Wide-1:0] added_q;         // bits of it that have been
  logic [CodeBits-1:0] bits_d, bits_q;
  logic [LengthBits-1:0] length_d, length_q;
  logic last_d, last_q, uncodable_d, uncodable_q, escapes, ends;

  always_comb begin
    bits_d = '0;
    length_d = '0;
    last_d = 1'b0;
    uncodable_d = 1'b0;
    escapes = taken_q && !within_q && !hit_i && escape_length_i != '0;
    ends = added_q + Wide'(CodeBits) >= Wide'(SymbolBits);
    if (within_q) begin
      bits_d = CodeBits'(({within_value_q, {CodeBits{1'b0}}} << added_q) >> SymbolBits);
      length_d = ends ? LengthBits'(Wide'(SymbolBits) - added_q) : LengthBits'(CodeBits);
      last_d = within_last_q && ends;
    end else if (taken_q) begin
      length_d = hit_i ? length_i : escapes ? escape_length_i : '0;
      for (int unsigned b = 0; b < CodeBits; b++) begin
        bits_d[CodeBits-1-b] = 32'(length_d) > b && (hit_i ? code_i[CodeBits-1-b] : escape_code_i[CodeBits-1-b]);
      end
      last_d = value_last_q && !escapes;
      uncodable_d = !hit_i && !escapes;
    end
  end

  assign wrong_o = started_q && (ready == within_q || take != (valid_i && !within_q) ||
                                 (taken_q && symbol != value_q) || bits != bits_q ||
                                 length != length_q || last != last_q || uncodable != uncodable_q);

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      taken_q <= 1'b0;
      within_q <= 1'b0;
      bits_q <= '0;
      length_q <= '0;
      last_q <= 1'b0;
      uncodable_q <= 1'b0;
    end else begin
      if (!within_q) begin
        taken_q <= valid_i;
        value_q <= value_i;
        value_last_q <= last_i;
      end
      within_q <= escapes || (within_q && !ends);
      added_q <= within_q ? added_q + Wide'(CodeBits) : '0;
      if (escapes) begin
        within_value_q <= value_q;
        within_last_q <= value_last_q;
      end
      bits_q <= bits_d;
      length_q <= length_d;
      last_q <= last_d;
      uncodable_q <= uncodable_d;
    end
  end

endmodule
`default_nettype wire
