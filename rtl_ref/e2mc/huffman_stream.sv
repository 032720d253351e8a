// SPDX-License-Identifier: Apache-2.0
// The first stage of a Huffman decoder (Lal2017, section III-F, Fig. 7): a buffer of twice the longest
// codeword, from which each cycle takes the codeword that it begins with, or a part of an escaped value.
//
// start       taken while free_o: a stream of start_bits_i bits with start_symbols_i symbols, whose
//             first chunk is start_chunk_i.
// chunk       taken while room_o: the next CodeBits of the stream, the first bit the highest. One that
//             finds the buffer full waits in a register, so that room_o can come from flip-flops and
//             the buffer still never runs dry while each chunk comes when it is asked for.
// match       the tables' answer to window_o, which is what the buffer begins with, for tree tree_o:
//             the length of a codeword, 0 if there is none, and whether it is the escape codeword.
// found       found_symbol_o: a symbol of found_tree_o, whose codeword of found_length_o bits
//             begins the lower CodeBits of found_bits_o; or, with found_escaped_o, which is itself
//             in the lower SymbolBits. found_end_o: the stream has ended, with this symbol if there is one;
//             found_failed_o: without as many symbols as it was to have.
// Cycles      one a symbol; of an escaped one, one for the escape codeword and one for each CodeBits
//             that its value has or begins.
// Latency     inputs are sampled at a rising edge; found_* shows behind the edge that ends the cycle
//             whose window has the codeword.
// Reset       asynchronous; free_o is one, room_o and found_* are zero.
//
//   the codeword or the part of a value        in this cycle
//   may not be whole, and chunks are missing   nothing is found
//   has more bits than the stream has left     the stream ends and fails; so without a codeword
//   is there                                   its bits leave the buffer
`include "rtl_ref/assertions.svh"
`default_nettype none

module huffman_stream #(
  parameter int unsigned SymbolBits = 16,
  parameter int unsigned CodeBits = 20,
  parameter int unsigned Trees = 1,
  parameter bit Escapes = 1'b1,
  parameter int unsigned CountBits = 9,
  parameter int unsigned LengthBits = 11,
  localparam int unsigned TreeBits = (Trees > 1) ? $clog2(Trees) : 1,
  localparam int unsigned FoundBits = (SymbolBits > CodeBits) ? SymbolBits : CodeBits
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  input  wire logic                  start_i,
  input  wire logic [CountBits-1:0]  start_symbols_i,
  input  wire logic [LengthBits-1:0] start_bits_i,
  input  wire logic [CodeBits-1:0]   start_chunk_i,
  input  wire logic                  chunk_i,
  input  wire logic [CodeBits-1:0]   chunk_bits_i,
  input  wire logic [4:0]            match_length_i,
  input  wire logic                  match_escape_i,
  output logic      [CodeBits-1:0]   window_o,
  output logic      [TreeBits-1:0]   tree_o,
  output logic                       free_o,
  output logic                       room_o,
  output logic                       found_symbol_o,
  output logic                       found_escaped_o,
  output logic                       found_end_o,
  output logic                       found_failed_o,
  output logic      [TreeBits-1:0]   found_tree_o,
  output logic      [4:0]            found_length_o,
  output logic      [FoundBits-1:0]  found_bits_o
);

  // The parts in which the value behind an escape codeword is taken; the last one may be smaller.
  localparam int unsigned Parts = (SymbolBits + CodeBits - 1) / CodeBits;
  localparam int unsigned LastBits = SymbolBits - (Parts - 1) * CodeBits;
  localparam int unsigned FilledBits = $clog2(2 * CodeBits + 1);

  logic busy_d, busy_q, waits_d, waits_q, room_d, room_q;
  logic [2*CodeBits-1:0] buffer_d, buffer_q;  // left-aligned; what is not filled is zero
  logic [FilledBits-1:0] filled_d, filled_q;
  logic [CodeBits-1:0] waiting_d, waiting_q;
  logic [LengthBits-1:0] left_d, left_q, unfetched_d, unfetched_q;
  logic [CountBits-1:0] symbols_d, symbols_q;
  logic [TreeBits-1:0] tree_d, tree_q;
  logic [3:0] parts_d, parts_q;  // of an escaped value that are still to be taken
  logic [SymbolBits-1:0] escaped_d, escaped_q;

  assign window_o = buffer_q[2*CodeBits-1 -: CodeBits];
  assign tree_o = tree_q;

  // What this cycle finds.
  logic searches, ends, fails, takes, symbol;
  logic [4:0] length;
  always_comb begin
    searches = busy_q && (filled_q >= FilledBits'(CodeBits) || unfetched_q == '0);
    length = match_length_i;
    if (parts_q != '0) begin
      length = (parts_q == 4'd1) ? 5'(LastBits) : 5'(CodeBits);
    end
    fails = searches && symbols_q != '0 &&
            (length == '0 || LengthBits'(length) > left_q);
    takes = searches && symbols_q != '0 && !fails;
    symbol = takes && ((parts_q == '0) ? !match_escape_i : parts_q == 4'd1);
    ends = fails || (searches && symbols_q == '0) || (symbol && symbols_q == CountBits'(1));
  end

  if (Escapes) begin : gen_escape
    always_comb begin
      parts_d = parts_q;
      escaped_d = escaped_q;
      if (takes && parts_q != '0) begin
        parts_d = parts_q - 4'd1;
        escaped_d = SymbolBits'({escaped_q, window_o});
      end else if (takes && match_escape_i) begin
        parts_d = 4'(Parts);
      end
      if (!busy_q) begin
        parts_d = '0;
      end
    end
  end else begin : gen_no_escape
    assign parts_d = '0;
    assign escaped_d = '0;
    logic unused_parts;
    assign unused_parts = &escaped_q;
  end

  // What the buffer holds without the bits that are taken, and with a chunk behind them.
  logic [FilledBits-1:0] kept;
  logic [2*CodeBits-1:0] rest;
  logic chunk, fills;
  logic [CodeBits-1:0] next;
  always_comb begin
    kept = takes ? filled_q - FilledBits'(length) : filled_q;
    rest = takes ? buffer_q << length : buffer_q;
    chunk = chunk_i && room_q;
    next = waits_q ? waiting_q : chunk_bits_i;
    fills = (waits_q || chunk) && kept <= FilledBits'(CodeBits);

    busy_d = busy_q && !ends;
    buffer_d = rest;
    filled_d = kept;
    waits_d = busy_d && (waits_q || chunk) && !fills;
    waiting_d = chunk ? chunk_bits_i : waiting_q;
    left_d = takes ? left_q - LengthBits'(length) : left_q;
    unfetched_d = unfetched_q;
    symbols_d = symbol ? symbols_q - CountBits'(1) : symbols_q;
    tree_d = tree_q;
    if (symbol) begin
      tree_d = (tree_q == TreeBits'(Trees - 1)) ? '0 : tree_q + TreeBits'(1);
    end
    if (fills) begin
      buffer_d = rest | ({next, {CodeBits{1'b0}}} >> kept);
      filled_d = kept + FilledBits'(CodeBits);
    end
    if (chunk) begin
      unfetched_d = (unfetched_q > LengthBits'(CodeBits)) ? unfetched_q - LengthBits'(CodeBits) : '0;
    end
    if (!busy_q && start_i) begin
      busy_d = 1'b1;
      buffer_d = {start_chunk_i, {CodeBits{1'b0}}};
      filled_d = FilledBits'(CodeBits);
      left_d = start_bits_i;
      unfetched_d = (start_bits_i > LengthBits'(CodeBits)) ? start_bits_i - LengthBits'(CodeBits) : '0;
      symbols_d = start_symbols_i;
      tree_d = '0;
    end
    room_d = busy_d && !waits_d && unfetched_d != '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      waits_q <= 1'b0;
      room_q <= 1'b0;
      buffer_q <= '0;
      filled_q <= '0;
      waiting_q <= '0;
      left_q <= '0;
      unfetched_q <= '0;
      symbols_q <= '0;
      tree_q <= '0;
      parts_q <= '0;
      escaped_q <= '0;
    end else begin
      busy_q <= busy_d;
      waits_q <= waits_d;
      room_q <= room_d;
      buffer_q <= buffer_d;
      filled_q <= filled_d;
      waiting_q <= waiting_d;
      left_q <= left_d;
      unfetched_q <= unfetched_d;
      symbols_q <= symbols_d;
      tree_q <= tree_d;
      parts_q <= parts_d;
      escaped_q <= escaped_d;
    end
  end
  assign free_o = !busy_q;
  assign room_o = room_q;

  // The stage's registers.
  logic symbol_q, escaped_symbol_q, ends_q, fails_q;
  logic [TreeBits-1:0] found_tree_q;
  logic [4:0] length_q;
  logic [FoundBits-1:0] bits_d, bits_q;
  always_comb begin
    bits_d = FoundBits'(window_o);
    if (Escapes && parts_q != '0) begin
      bits_d = FoundBits'(SymbolBits'({escaped_q, window_o[CodeBits-1 -: LastBits]}));
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      symbol_q <= 1'b0;
      escaped_symbol_q <= 1'b0;
      ends_q <= 1'b0;
      fails_q <= 1'b0;
      found_tree_q <= '0;
      length_q <= '0;
      bits_q <= '0;
    end else begin
      symbol_q <= symbol;
      escaped_symbol_q <= symbol && parts_q != '0;
      ends_q <= ends;
      fails_q <= fails;
      if (symbol) begin
        found_tree_q <= tree_q;
        length_q <= length;
        bits_q <= bits_d;
      end
    end
  end
  assign found_symbol_o = symbol_q;
  assign found_escaped_o = escaped_symbol_q;
  assign found_end_o = ends_q;
  assign found_failed_o = fails_q;
  assign found_tree_o = found_tree_q;
  assign found_length_o = length_q;
  assign found_bits_o = bits_q;

  // What the buffer holds never exceeds it, and a chunk waits only when it is full.
  `HEDDLE_ASSERT(BufferHolds, !busy_q || filled_q <= FilledBits'(2 * CodeBits))
  `HEDDLE_ASSERT(WaitsForRoomAlone, !waits_q || filled_q > FilledBits'(CodeBits))

endmodule
`default_nettype wire
