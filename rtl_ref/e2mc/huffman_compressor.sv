// SPDX-License-Identifier: Apache-2.0
// Encodes streams of symbols in canonical Huffman codewords, one symbol a cycle (Lal2017, section III-E,
// Fig. 6).
//
// Parameters  SymbolBits 4, 8, 16 or 32; MaxCodeBits, the bits of the longest codeword and of a chunk, 4
//             to 20; Entries in the tables, a power of two, of which each tree has the same part. Symbols
//             of 4 bits have eight trees and 128 entries, those of 8 bits four and 1024, longer ones one
//             tree and 16 to 4096 entries; the symbols of a stream take the trees in turn.
// load        writes the tables: load_kind_i 0 makes tree load_tree_i empty; 1 writes its next entry, the
//             codeword of load_symbol_i, load_code_i of load_length_i bits (0, or more than MaxCodeBits:
//             it holds no symbol); 2 gives it the escape codeword load_code_i (length 0: none; only with
//             one tree); 3 writes nothing. Codewords are left-aligned in the lower MaxCodeBits. Of
//             symbols of 4 and 8 bits entry n is that of the value n; of longer ones it is way n % 8 of
//             set n / 8, and a symbol's lower bits select its set. A load of a tree that is not there or
//             is full changes nothing. A tree has no codewords before all its entries are written.
// symbol      taken while ready_symbol_o: the next symbol of the stream, which ends with it if
//             symbol_last_i; the next symbol is another stream's first.
// bits        the next MaxCodeBits of the stream in bits_chunk_o, the first bit the highest, and zeros in
//             bits_rest_o; or, if bits_last_o, the bits_count_o bits that are left, up to two chunks, and
//             zeros behind them. bits_total_o: the bits of the stream until now, 4095 if there are more;
//             with bits_last_o all of it. bits_uncodable_o: a symbol until now had no codeword and there
//             was no escape codeword; it has no bits.
// Escape      a symbol without a codeword is the escape codeword and its SymbolBits, the first the highest.
// Latency     inputs are sampled at a rising edge. The edge that takes a symbol reads the table, before
//             what a load writes at it; the escape codeword is that of the cycle behind. Its bits are in
//             the buffer, and a full chunk or the end of the stream shows, behind the second edge after
//             that. An escaped symbol takes a cycle more for each MaxCodeBits that it has or begins:
//             so long ready_symbol_o is zero from the edge on that follows that of the symbol.
// Reset       asynchronous; all trees are empty, no stream has begun: ready_symbol_o is one, all other
//             outputs are zero.
`default_nettype none

module huffman_compressor #(
  parameter int unsigned SymbolBits = 16,
  parameter int unsigned MaxCodeBits = 20,
  parameter int unsigned Entries = 1024,
  localparam int unsigned MostCodeBits = 20
) (
  input  wire logic                    clk_i,
  input  wire logic                    rst_ni,
  input  wire logic [1:0]              load_kind_i,
  input  wire logic [2:0]              load_tree_i,
  input  wire logic [31:0]             load_symbol_i,
  input  wire logic [MostCodeBits-1:0] load_code_i,
  input  wire logic [4:0]              load_length_i,
  input  wire logic                    load_valid_i,
  input  wire logic [31:0]             symbol_value_i,
  input  wire logic                    symbol_last_i,
  input  wire logic                    symbol_valid_i,
  output logic                         ready_symbol_o,
  output logic      [MostCodeBits-1:0] bits_chunk_o,
  output logic      [MostCodeBits-1:0] bits_rest_o,
  output logic      [5:0]              bits_count_o,
  output logic                         bits_last_o,
  output logic      [11:0]             bits_total_o,
  output logic                         bits_uncodable_o,
  output logic                         bits_valid_o
);

  localparam int unsigned Trees = (SymbolBits < 16) ? 32 / SymbolBits : 1;
  localparam int unsigned TreeBits = (Trees > 1) ? $clog2(Trees) : 1;
  localparam int unsigned C = MaxCodeBits;
  localparam int unsigned LengthBits = $clog2(C + 1);

  if (SymbolBits != 4 && SymbolBits != 8 && SymbolBits != 16 && SymbolBits != 32) begin : gen_check_symbols
    $error("huffman_compressor: SymbolBits must be 4, 8, 16 or 32");
  end
  if (MaxCodeBits < 4 || MaxCodeBits > MostCodeBits) begin : gen_check_code
    $error("huffman_compressor: MaxCodeBits must be 4 to 20");
  end
  if (Entries < 16 || Entries > 4096 || (Entries & (Entries - 1)) != 0 ||
      (Trees > 1 && Entries != Trees << SymbolBits)) begin : gen_check_entries
    $error("huffman_compressor: Entries must be a power of two, 16 to 4096, or those of all values");
  end

  // First stage: codeword and length of the symbol that has been taken.
  logic take, hit, coded_last, coded_uncodable;
  logic [SymbolBits-1:0] symbol;
  logic [TreeBits-1:0] tree;
  logic [C-1:0] code, escape_code, coded_bits;
  logic [LengthBits-1:0] length, escape_length, coded_length;
  huffman_codes #(
    .SymbolBits(SymbolBits),
    .CodeBits(C),
    .Entries(Entries),
    .Trees(Trees)
  ) u_codes (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .write_i(load_valid_i),
    .write_kind_i(load_kind_i),
    .write_tree_i(load_tree_i),
    .write_symbol_i(load_symbol_i[SymbolBits-1:0]),
    .write_code_i(load_code_i[C-1:0]),
    .write_length_i(load_length_i),
    .read_i(take),
    .read_tree_i(tree),
    .read_symbol_i(symbol_value_i[SymbolBits-1:0]),
    .symbol_i(symbol),
    .hit_o(hit),
    .code_o(code),
    .length_o(length),
    .escape_code_o(escape_code),
    .escape_length_o(escape_length)
  );

  huffman_encode #(
    .SymbolBits(SymbolBits),
    .CodeBits(C),
    .Trees(Trees)
  ) u_encode (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(symbol_valid_i),
    .value_i(symbol_value_i[SymbolBits-1:0]),
    .last_i(symbol_last_i),
    .ready_o(ready_symbol_o),
    .take_o(take),
    .tree_o(tree),
    .symbol_o(symbol),
    .hit_i(hit),
    .code_i(code),
    .length_i(length),
    .escape_code_i(escape_code),
    .escape_length_i(escape_length),
    .coded_bits_o(coded_bits),
    .coded_length_o(coded_length),
    .coded_last_o(coded_last),
    .coded_uncodable_o(coded_uncodable)
  );

  // Second stage: its place in the stream.
  logic [C-1:0] chunk, rest;
  logic [$clog2(2*C)-1:0] count;
  huffman_pack #(
    .CodeBits(C)
  ) u_pack (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .bits_i(coded_bits),
    .length_i(coded_length),
    .last_i(coded_last),
    .uncodable_i(coded_uncodable),
    .chunk_o(chunk),
    .rest_o(rest),
    .count_o(count),
    .last_o(bits_last_o),
    .total_o(bits_total_o),
    .uncodable_o(bits_uncodable_o),
    .valid_o(bits_valid_o)
  );
  assign bits_chunk_o = MostCodeBits'(chunk);
  assign bits_count_o = 6'(count);
  assign bits_rest_o = MostCodeBits'(rest);

  // Upper bits that this parameter set does not need.
  if (C < MostCodeBits) begin : gen_unused_code
    logic unused_code;
    assign unused_code = ^load_code_i[MostCodeBits-1:C];
  end
  if (SymbolBits < 32) begin : gen_unused_symbol
    logic unused_symbol;
    assign unused_symbol = ^{load_symbol_i[31:SymbolBits], symbol_value_i[31:SymbolBits]};
  end

endmodule
`default_nettype wire
