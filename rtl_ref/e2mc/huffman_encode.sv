// SPDX-License-Identifier: Apache-2.0
// The first stage of a Huffman compressor (Lal2017, section III-E): what each cycle adds to a stream, which
// is the codeword of a symbol, or the escape codeword, or a part of the value behind it.
//
// value_i     with valid_i, a symbol of the stream, which is taken while ready_o; last_i: its stream ends
//             with it. take_o: one is taken, of tree tree_o; symbol_o is the one that was taken last.
// hit_i       the table's answer to that: it has the codeword code_i of length_i bits. escape_*: the escape
//             codeword; length zero: none. Codewords are left-aligned, with any bits behind them.
// coded_*     the bits that this cycle adds, left-aligned, with zeros behind them. coded_last_o: the stream
//             ends with them; coded_uncodable_o: they are none, because there is neither a codeword nor
//             an escape codeword. All are zero in a cycle that adds nothing.
// Cycles      one a symbol; of an escaped one, one for the escape codeword and one for each CodeBits that
//             its value has or begins, in which no symbol is taken.
// Latency     inputs are sampled at a rising edge; the table answers in the cycle behind that of the
//             symbol, and what it adds shows behind the edge that ends that cycle.
// Reset       asynchronous; ready_o is one, coded_* are zero.
`default_nettype none

module huffman_encode #(
  parameter int unsigned SymbolBits = 16,
  parameter int unsigned CodeBits = 20,
  parameter int unsigned Trees = 1,
  parameter bit Escapes = Trees == 1,
  localparam int unsigned TreeBits = (Trees > 1) ? $clog2(Trees) : 1,
  localparam int unsigned LengthBits = $clog2(CodeBits + 1)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  input  wire logic                  valid_i,
  input  wire logic [SymbolBits-1:0] value_i,
  input  wire logic                  last_i,
  output logic                       ready_o,
  output logic                       take_o,
  output logic      [TreeBits-1:0]   tree_o,
  output logic      [SymbolBits-1:0] symbol_o,
  input  wire logic                  hit_i,
  input  wire logic [CodeBits-1:0]   code_i,
  input  wire logic [LengthBits-1:0] length_i,
  input  wire logic [CodeBits-1:0]   escape_code_i,
  input  wire logic [LengthBits-1:0] escape_length_i,
  output logic      [CodeBits-1:0]   coded_bits_o,
  output logic      [LengthBits-1:0] coded_length_o,
  output logic                       coded_last_o,
  output logic                       coded_uncodable_o
);

  // The parts in which an escaped value is added; the last one may be smaller.
  localparam int unsigned Parts = (SymbolBits + CodeBits - 1) / CodeBits;
  localparam int unsigned LastBits = SymbolBits - (Parts - 1) * CodeBits;
  localparam int unsigned PartBits = $clog2(Parts + 1);

  logic held_d, held_q, last_d, last_q;
  logic [SymbolBits-1:0] symbol_d, symbol_q;
  logic [PartBits-1:0] parts_d, parts_q;  // of an escaped value that are still to be added
  logic looks_up, escapes;
  assign ready_o = parts_q == '0;
  assign take_o = valid_i && ready_o;
  assign symbol_o = symbol_q;
  assign looks_up = held_q && parts_q == '0;
  always_comb begin
    held_d = take_o || (held_q && !looks_up);
    last_d = take_o ? last_i : last_q;
    symbol_d = take_o ? value_i : symbol_q;
  end

  // Symbols take the trees in turn.
  if (Trees > 1) begin : gen_trees
    logic [TreeBits-1:0] tree_d, tree_q;
    always_comb begin
      tree_d = tree_q;
      if (take_o) begin
        tree_d = last_i ? '0 : tree_q + TreeBits'(1);
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        tree_q <= '0;
      end else begin
        tree_q <= tree_d;
      end
    end
    assign tree_o = tree_q;
  end else begin : gen_tree
    assign tree_o = '0;
  end

  // An escaped value goes on its way behind its escape codeword, the highest bits first.
  logic escaped_last_q;
  logic [SymbolBits-1:0] escaped_q;
  if (Escapes) begin : gen_escape
    logic escaped_last_d;
    logic [SymbolBits-1:0] escaped_d;
    assign escapes = looks_up && !hit_i && escape_length_i != '0;
    always_comb begin
      parts_d = parts_q;
      escaped_d = escaped_q;
      escaped_last_d = escaped_last_q;
      if (parts_q != '0) begin
        parts_d = parts_q - PartBits'(1);
        escaped_d = escaped_q << CodeBits;
      end else if (escapes) begin
        parts_d = PartBits'(Parts);
        escaped_d = symbol_q;
        escaped_last_d = last_q;
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        parts_q <= '0;
        escaped_q <= '0;
        escaped_last_q <= 1'b0;
      end else begin
        parts_q <= parts_d;
        escaped_q <= escaped_d;
        escaped_last_q <= escaped_last_d;
      end
    end
  end else begin : gen_no_escape
    assign escapes = 1'b0;
    assign parts_d = '0;
    assign parts_q = '0;
    assign escaped_q = '0;
    assign escaped_last_q = 1'b0;
    logic unused_escape;
    assign unused_escape = ^{parts_d, escape_code_i, escape_length_i};
  end

  // What this cycle adds.
  logic coded_last_d, coded_last_q, coded_uncodable_d, coded_uncodable_q;
  logic [CodeBits-1:0] bits, coded_bits_d, coded_bits_q;
  logic [LengthBits-1:0] coded_length_d, coded_length_q;
  always_comb begin
    bits = hit_i ? code_i : escape_code_i;
    coded_length_d = '0;
    coded_last_d = 1'b0;
    coded_uncodable_d = 1'b0;
    if (parts_q != '0) begin
      bits = CodeBits'({escaped_q, {CodeBits{1'b0}}} >> SymbolBits);
      coded_length_d = (parts_q == PartBits'(1)) ? LengthBits'(LastBits) : LengthBits'(CodeBits);
      coded_last_d = parts_q == PartBits'(1) && escaped_last_q;
    end else if (looks_up) begin
      if (hit_i) begin
        coded_length_d = length_i;
      end else if (escapes) begin
        coded_length_d = escape_length_i;
      end
      coded_last_d = last_q && !escapes;
      coded_uncodable_d = !hit_i && !escapes;
    end
    coded_bits_d = bits & ~({CodeBits{1'b1}} >> coded_length_d);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      last_q <= 1'b0;
      symbol_q <= '0;
      coded_bits_q <= '0;
      coded_length_q <= '0;
      coded_last_q <= 1'b0;
      coded_uncodable_q <= 1'b0;
    end else begin
      held_q <= held_d;
      last_q <= last_d;
      symbol_q <= symbol_d;
      coded_bits_q <= coded_bits_d;
      coded_length_q <= coded_length_d;
      coded_last_q <= coded_last_d;
      coded_uncodable_q <= coded_uncodable_d;
    end
  end
  assign coded_bits_o = coded_bits_q;
  assign coded_length_o = coded_length_q;
  assign coded_last_o = coded_last_q;
  assign coded_uncodable_o = coded_uncodable_q;

endmodule
`default_nettype wire
