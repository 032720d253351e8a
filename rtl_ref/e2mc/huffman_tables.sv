// SPDX-License-Identifier: Apache-2.0
// The tables of a Huffman decoder but for the symbols: those of all trees, and which of them the stages
// see.
//
// write_*     as in huffman_tree, to tree write_tree_i; to one that is not, nothing happens. symbol_write_o
//             and symbol_row_o say where the symbol of a write of kind 3 belongs.
// match       match_* are the first codewords and the escape codeword of tree match_tree_i.
// place       place_offset_o is the offset of length place_length_i of tree place_tree_i, and
//             place_symbols_o how many symbols that tree has.
// Latency     inputs are sampled at a rising edge; the answers are combinational.
// Reset       asynchronous; all trees are empty.
`default_nettype none

module huffman_tables #(
  parameter int unsigned CodeBits = 20,
  parameter int unsigned Entries = 1024,
  parameter int unsigned Trees = 1,
  parameter bit Escapes = 1'b1,
  localparam int unsigned RowBits = $clog2(Entries),
  localparam int unsigned PlaceBits = RowBits - $clog2(Trees),
  localparam int unsigned TreeBits = (Trees > 1) ? $clog2(Trees) : 1,
  localparam int unsigned Lengths = CodeBits * CodeBits
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,
  input  wire logic                write_i,
  input  wire logic [1:0]          write_kind_i,
  input  wire logic [2:0]          write_tree_i,
  input  wire logic [4:0]          write_length_i,
  input  wire logic [CodeBits-1:0] write_code_i,
  input  wire logic [CodeBits-1:0] write_offset_i,
  input  wire logic [TreeBits-1:0] match_tree_i,
  input  wire logic [TreeBits-1:0] place_tree_i,
  input  wire logic [4:0]          place_length_i,
  output logic      [Lengths-1:0]  match_firsts_o,
  output logic      [CodeBits-1:0] match_used_o,
  output logic      [CodeBits-1:0] match_escape_code_o,
  output logic      [4:0]          match_escape_length_o,
  output logic      [CodeBits-1:0] place_offset_o,
  output logic      [PlaceBits:0]  place_symbols_o,
  output logic                     symbol_write_o,
  output logic      [RowBits-1:0]  symbol_row_o
);

  logic [Lengths*Trees-1:0] firsts, offsets;
  logic [CodeBits*Trees-1:0] used, escape_codes;
  logic [5*Trees-1:0] escape_lengths;
  logic [(PlaceBits+1)*Trees-1:0] symbols;
  logic [Trees-1:0] full, written;

  for (genvar t = 0; t < Trees; t++) begin : gen_tree
    assign written[t] = write_i && write_tree_i == 3'(t);
    huffman_tree #(
      .CodeBits(CodeBits),
      .Entries(Entries / Trees),
      .Escapes(Escapes)
    ) u_tree (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .write_i(written[t]),
      .write_kind_i(write_kind_i),
      .write_length_i(write_length_i),
      .write_code_i(write_code_i),
      .write_offset_i(write_offset_i),
      .firsts_o(firsts[Lengths*t +: Lengths]),
      .offsets_o(offsets[Lengths*t +: Lengths]),
      .used_o(used[CodeBits*t +: CodeBits]),
      .escape_code_o(escape_codes[CodeBits*t +: CodeBits]),
      .escape_length_o(escape_lengths[5*t +: 5]),
      .symbols_o(symbols[(PlaceBits+1)*t +: PlaceBits+1]),
      .full_o(full[t])
    );
  end

  if (Trees > 1) begin : gen_choice
    always_comb begin
      match_firsts_o = '0;
      match_used_o = '0;
      match_escape_code_o = '0;
      match_escape_length_o = '0;
      place_symbols_o = '0;
      symbol_row_o = '0;
      for (int unsigned t = 0; t < Trees; t++) begin
        if (match_tree_i == TreeBits'(t)) begin
          match_firsts_o = firsts[Lengths*t +: Lengths];
          match_used_o = used[CodeBits*t +: CodeBits];
          match_escape_code_o = escape_codes[CodeBits*t +: CodeBits];
          match_escape_length_o = escape_lengths[5*t +: 5];
        end
        if (place_tree_i == TreeBits'(t)) begin
          place_symbols_o = symbols[(PlaceBits+1)*t +: PlaceBits+1];
        end
        if (written[t]) begin
          symbol_row_o = {TreeBits'(t), symbols[(PlaceBits+1)*t +: PlaceBits]};
        end
      end
    end
  end else begin : gen_one
    logic unused_trees;
    assign unused_trees = ^{match_tree_i, place_tree_i};
    assign match_firsts_o = firsts;
    assign match_used_o = used;
    assign match_escape_code_o = escape_codes;
    assign match_escape_length_o = escape_lengths;
    assign place_symbols_o = symbols;
    assign symbol_row_o = symbols[PlaceBits-1:0];
  end
  assign symbol_write_o = write_kind_i == 2'd3 && (written & ~full) != '0;

  always_comb begin
    place_offset_o = '0;
    for (int unsigned t = 0; t < Trees; t++) begin
      for (int unsigned l = 1; l <= CodeBits; l++) begin
        if (place_length_i == 5'(l) && (Trees == 1 || place_tree_i == TreeBits'(t))) begin
          place_offset_o = place_offset_o | offsets[Lengths*t+CodeBits*(l-1) +: CodeBits];
        end
      end
    end
  end

endmodule
`default_nettype wire
