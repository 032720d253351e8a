// SPDX-License-Identifier: Apache-2.0
// The second and the third stage of a Huffman decoder (Lal2017, section III-F): the offset of its length
// leads from a codeword to the place of its symbol, and the look-up table holds the symbol.
//
// found_*     as in huffman_stream; offset_i is that of the found length and tree, symbols_i how many
//             symbols that tree has.
// symbol_o    is zero where a codeword has no place, which makes the stream corrupt: corrupt_o, with
//             done_o, says so of it, and that it failed.
// write_*     the row write_row_i of the look-up table.
// Latency     inputs are sampled at a rising edge; outputs show behind the edge after that.
// Reset       asynchronous; all outputs are zero. The look-up table is not reset: only rows that were
//             written since are read.
`default_nettype none

module huffman_lookup #(
  parameter int unsigned SymbolBits = 16,
  parameter int unsigned CodeBits = 20,
  parameter int unsigned Entries = 1024,
  parameter int unsigned Trees = 1,
  localparam int unsigned TreeBits = (Trees > 1) ? $clog2(Trees) : 1,
  localparam int unsigned RowBits = $clog2(Entries),
  localparam int unsigned PlaceBits = RowBits - $clog2(Trees),
  localparam int unsigned FoundBits = (SymbolBits > CodeBits) ? SymbolBits : CodeBits
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  input  wire logic                  found_symbol_i,
  input  wire logic                  found_escaped_i,
  input  wire logic                  found_end_i,
  input  wire logic                  found_failed_i,
  input  wire logic [TreeBits-1:0]   found_tree_i,
  input  wire logic [4:0]            found_length_i,
  input  wire logic [FoundBits-1:0]  found_bits_i,
  input  wire logic [CodeBits-1:0]   offset_i,
  input  wire logic [PlaceBits:0]    symbols_i,
  input  wire logic                  write_i,
  input  wire logic [RowBits-1:0]    write_row_i,
  input  wire logic [SymbolBits-1:0] write_symbol_i,
  output logic      [SymbolBits-1:0] symbol_o,
  output logic                       valid_o,
  output logic                       done_o,
  output logic                       corrupt_o
);

  // Second stage: the place of its symbol.
  logic looks_up, held;
  logic [CodeBits-1:0] codeword, place;
  logic [RowBits-1:0] row_d, row_q;
  assign codeword = found_bits_i[CodeBits-1:0] >> (5'(CodeBits) - found_length_i);
  assign place = codeword - offset_i;
  assign looks_up = found_symbol_i && !found_escaped_i;
  assign held = 21'(place) < 21'(symbols_i);
  if (Trees > 1) begin : gen_row
    assign row_d = {found_tree_i, PlaceBits'(place)};
  end else begin : gen_row
    logic unused_tree;
    assign unused_tree = ^found_tree_i;
    assign row_d = PlaceBits'(place);
  end

  if (FoundBits > CodeBits) begin : gen_unused
    logic unused_bits;
    assign unused_bits = ^found_bits_i[FoundBits-1:CodeBits];
  end

  logic symbol_q, held_q, end_q, corrupt_d, corrupt_q, missed_d, missed_q;
  logic [SymbolBits-1:0] escaped_q;
  always_comb begin
    missed_d = missed_q || (looks_up && !held);
    corrupt_d = found_end_i && (missed_d || found_failed_i);
    if (found_end_i) begin
      missed_d = 1'b0;
    end
  end

  // Third stage: the symbol, which the memory holds.
  logic shown_q, shown_held_q, done_q, shown_corrupt_q;
  logic [SymbolBits-1:0] shown_escaped_q, symbol;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      symbol_q <= 1'b0;
      held_q <= 1'b0;
      row_q <= '0;
      escaped_q <= '0;
      end_q <= 1'b0;
      corrupt_q <= 1'b0;
      missed_q <= 1'b0;
      shown_q <= 1'b0;
      shown_held_q <= 1'b0;
      shown_escaped_q <= '0;
      done_q <= 1'b0;
      shown_corrupt_q <= 1'b0;
    end else begin
      symbol_q <= found_symbol_i;
      held_q <= looks_up && held;
      row_q <= row_d;
      escaped_q <= found_bits_i[SymbolBits-1:0] & {SymbolBits{found_escaped_i}};
      end_q <= found_end_i;
      corrupt_q <= corrupt_d;
      missed_q <= missed_d;
      shown_q <= symbol_q;
      shown_held_q <= held_q;
      shown_escaped_q <= escaped_q;
      done_q <= end_q;
      shown_corrupt_q <= corrupt_q;
    end
  end

  huffman_symbols #(
    .Rows(Entries),
    .SymbolBits(SymbolBits)
  ) u_symbols (
    .clk_i(clk_i),
    .read_i(held_q),
    .read_row_i(row_q),
    .write_i(write_i),
    .write_row_i(write_row_i),
    .write_symbol_i(write_symbol_i),
    .symbol_o(symbol)
  );

  assign symbol_o = shown_held_q ? symbol : shown_escaped_q;
  assign valid_o = shown_q;
  assign done_o = done_q;
  assign corrupt_o = shown_corrupt_q;

endmodule
`default_nettype wire
