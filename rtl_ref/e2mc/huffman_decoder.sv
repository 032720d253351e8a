// SPDX-License-Identifier: Apache-2.0
// Decodes a stream of canonical Huffman codewords, one symbol a cycle (Lal2017, section III-F, Fig. 7).
//
// Parameters  SymbolBits 4, 8, 16 or 32; CodeBits of the longest codeword, MaxCodeBits 4 to 20; Entries
//             symbols in the tables, a power of two, of which each tree has the same part. Symbols of 4
//             bits have eight trees and 128 entries, those of 8 bits four and 1024, longer ones one tree
//             and 8 to 4096 entries; the symbols of a stream take the trees in turn.
// load        writes the tables: load_kind_i 0 makes tree load_tree_i empty; 1 gives it codewords of
//             load_length_i bits, the first of which is load_code_i, and load_offset_i less than a
//             codeword is its place among the symbols; 2 gives it the escape codeword load_code_i (length
//             0: none; only with one tree); 3 appends load_symbol_i to its symbols. Codewords are
//             left-aligned in the lower MaxCodeBits. A load of a tree, a length or a place that is not
//             there changes nothing.
// start       taken while ready_start_o: a stream of start_bits_i bits, which begins with start_chunk_i,
//             is to be decoded to start_symbols_i symbols.
// chunk       taken while ready_chunk_o: the next MaxCodeBits of the stream in the lower bits, the first
//             bit the highest. It is ready as long as bits of the stream are missing and there is room.
// symbol      the next symbol. done: the stream has ended, with this symbol, or earlier; done_corrupt_o:
//             its bits ended early, no codeword matched, or one had no symbol, which then is zero.
// Escape      behind the escape codeword stand the SymbolBits of the symbol itself.
// Latency     inputs are sampled at a rising edge. Without escapes the first symbol shows behind the
//             third edge after that of the start, and one more behind each further edge, as long as
//             chunks come when they are asked for; an escape takes a cycle for each MaxCodeBits that
//             the symbol has or begins. ready_start_o rises two edges before done, so that a next stream
//             may start. A load counts from the next edge on, in each stage: tables that are written
//             while symbols are on their way mix old and new.
// Reset       asynchronous; all trees are empty, the decoder is free: ready_start_o is one, all other
//             outputs are zero.
`default_nettype none

module huffman_decoder #(
  parameter int unsigned SymbolBits = 16,
  parameter int unsigned MaxCodeBits = 20,
  parameter int unsigned Entries = 1024,
  localparam int unsigned MostCodeBits = 20
) (
  input  wire logic                    clk_i,
  input  wire logic                    rst_ni,
  input  wire logic [1:0]              load_kind_i,
  input  wire logic [2:0]              load_tree_i,
  input  wire logic [4:0]              load_length_i,
  input  wire logic [MostCodeBits-1:0] load_code_i,
  input  wire logic [MostCodeBits-1:0] load_offset_i,
  input  wire logic [31:0]             load_symbol_i,
  input  wire logic                    load_valid_i,
  input  wire logic [8:0]              start_symbols_i,
  input  wire logic [10:0]             start_bits_i,
  input  wire logic [MostCodeBits-1:0] start_chunk_i,
  input  wire logic                    start_valid_i,
  input  wire logic [MostCodeBits-1:0] chunk_bits_i,
  input  wire logic                    chunk_valid_i,
  output logic                         ready_start_o,
  output logic                         ready_chunk_o,
  output logic      [31:0]             symbol_value_o,
  output logic                         symbol_valid_o,
  output logic                         done_corrupt_o,
  output logic                         done_valid_o
);

  localparam int unsigned Trees = (SymbolBits < 16) ? 32 / SymbolBits : 1;
  localparam bit Escapes = SymbolBits >= 16;
  localparam int unsigned TreeBits = (Trees > 1) ? $clog2(Trees) : 1;
  localparam int unsigned RowBits = $clog2(Entries);
  localparam int unsigned PlaceBits = RowBits - $clog2(Trees);
  localparam int unsigned FoundBits = (SymbolBits > MaxCodeBits) ? SymbolBits : MaxCodeBits;
  localparam int unsigned C = MaxCodeBits;

  if (SymbolBits != 4 && SymbolBits != 8 && SymbolBits != 16 && SymbolBits != 32) begin : gen_check_symbols
    $error("huffman_decoder: SymbolBits must be 4, 8, 16 or 32");
  end
  if (MaxCodeBits < 4 || MaxCodeBits > MostCodeBits) begin : gen_check_code
    $error("huffman_decoder: MaxCodeBits must be 4 to 20");
  end
  if (Entries < 8 || Entries > 4096 || (Entries & (Entries - 1)) != 0 ||
      (Trees > 1 && Entries != Trees << SymbolBits)) begin : gen_check_entries
    $error("huffman_decoder: Entries must be a power of two, 8 to 4096, or those of all values");
  end

  // First stage: the codeword that the stream begins with.
  logic [C-1:0] window, used, escape_code, offset;
  logic [C*C-1:0] firsts;
  logic [4:0] escape_length, length, found_length;
  logic [TreeBits-1:0] tree, found_tree;
  logic escape, found_symbol, found_escaped, found_end, found_failed, symbol_write;
  logic [FoundBits-1:0] found_bits;
  logic [PlaceBits:0] symbols;
  logic [RowBits-1:0] symbol_row;
  huffman_tables #(
    .CodeBits(C),
    .Entries(Entries),
    .Trees(Trees),
    .Escapes(Escapes)
  ) u_tables (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .write_i(load_valid_i),
    .write_kind_i(load_kind_i),
    .write_tree_i(load_tree_i),
    .write_length_i(load_length_i),
    .write_code_i(load_code_i[C-1:0]),
    .write_offset_i(load_offset_i[C-1:0]),
    .match_tree_i(tree),
    .place_tree_i(found_tree),
    .place_length_i(found_length),
    .match_firsts_o(firsts),
    .match_used_o(used),
    .match_escape_code_o(escape_code),
    .match_escape_length_o(escape_length),
    .place_offset_o(offset),
    .place_symbols_o(symbols),
    .symbol_write_o(symbol_write),
    .symbol_row_o(symbol_row)
  );

  huffman_match #(
    .CodeBits(C),
    .Escapes(Escapes)
  ) u_match (
    .window_i(window),
    .firsts_i(firsts),
    .used_i(used),
    .escape_code_i(escape_code),
    .escape_length_i(escape_length),
    .length_o(length),
    .escape_o(escape)
  );

  huffman_stream #(
    .SymbolBits(SymbolBits),
    .CodeBits(C),
    .Trees(Trees),
    .Escapes(Escapes)
  ) u_stream (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .start_i(start_valid_i),
    .start_symbols_i(start_symbols_i),
    .start_bits_i(start_bits_i),
    .start_chunk_i(start_chunk_i[C-1:0]),
    .chunk_i(chunk_valid_i),
    .chunk_bits_i(chunk_bits_i[C-1:0]),
    .match_length_i(length),
    .match_escape_i(escape),
    .window_o(window),
    .tree_o(tree),
    .free_o(ready_start_o),
    .room_o(ready_chunk_o),
    .found_symbol_o(found_symbol),
    .found_escaped_o(found_escaped),
    .found_end_o(found_end),
    .found_failed_o(found_failed),
    .found_tree_o(found_tree),
    .found_length_o(found_length),
    .found_bits_o(found_bits)
  );

  // Second and third stage: its symbol.
  logic [SymbolBits-1:0] symbol;
  huffman_lookup #(
    .SymbolBits(SymbolBits),
    .CodeBits(C),
    .Entries(Entries),
    .Trees(Trees)
  ) u_lookup (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .found_symbol_i(found_symbol),
    .found_escaped_i(found_escaped),
    .found_end_i(found_end),
    .found_failed_i(found_failed),
    .found_tree_i(found_tree),
    .found_length_i(found_length),
    .found_bits_i(found_bits),
    .offset_i(offset),
    .symbols_i(symbols),
    .write_i(symbol_write),
    .write_row_i(symbol_row),
    .write_symbol_i(load_symbol_i[SymbolBits-1:0]),
    .symbol_o(symbol),
    .valid_o(symbol_valid_o),
    .done_o(done_valid_o),
    .corrupt_o(done_corrupt_o)
  );
  assign symbol_value_o = 32'(symbol);

  // Upper bits that this parameter set does not need.
  if (C < MostCodeBits) begin : gen_unused_code
    logic unused_code;
    assign unused_code = ^{load_code_i[MostCodeBits-1:C], load_offset_i[MostCodeBits-1:C],
                           start_chunk_i[MostCodeBits-1:C], chunk_bits_i[MostCodeBits-1:C]};
  end
  if (SymbolBits < 32) begin : gen_unused_symbol
    logic unused_symbol;
    assign unused_symbol = ^load_symbol_i[31:SymbolBits];
  end

endmodule
`default_nettype wire
