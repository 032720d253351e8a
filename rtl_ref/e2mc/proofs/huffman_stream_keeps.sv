// SPDX-License-Identifier: Apache-2.0
// Whatever the tables say of each window: a stream is taken bit by bit as by a mere pointer into its bits.
// The window is what stands there; no more bits are taken than it has; nothing is lost while chunks are
// late, and while none is, each cycle takes a bit at least or ends the stream, so that it ends. Broken has
// the pointer pass over a bit behind an escaped value.
`default_nettype none

module huffman_stream_keeps #(
  parameter int unsigned SymbolBits = 5,
  parameter int unsigned CodeBits = 3,
  parameter int unsigned CountBits = 2,
  parameter int unsigned LengthBits = 4,
  parameter bit Broken = 1'b0,
  localparam int unsigned FoundBits = (SymbolBits > CodeBits) ? SymbolBits : CodeBits,
  localparam int unsigned Parts = (SymbolBits + CodeBits - 1) / CodeBits,
  localparam int unsigned LastBits = SymbolBits - (Parts - 1) * CodeBits,
  localparam int unsigned Most = 1 << LengthBits
) (
  input  wire logic                  clk_i,
  input  wire logic [Most-1:0]       content_i,  // of all streams; the highest bit comes first
  input  wire logic                  start_i,
  input  wire logic [CountBits-1:0]  start_symbols_i,
  input  wire logic [LengthBits-1:0] start_bits_i,
  input  wire logic                  gives_i,    // a chunk, if it is asked for
  input  wire logic [4:0]            match_length_i,
  input  wire logic                  match_escape_i,
  output logic                       wrong_o
);

  localparam int unsigned Wide = LengthBits + 2;

  logic started_q = 1'b0;
  logic [Most-1:0] content_q;
  logic busy_q, fed_q, symbol_q, escaped_q, end_q, failed_q;
  logic [Wide-1:0] fetched_q, at_q, bits_q;
  logic [LengthBits:0] cycles_q;
  logic [CountBits-1:0] symbols_q;
  logic [3:0] parts_q;
  logic [SymbolBits-1:0] escape_q;

  logic free, room, symbol, escaped, ends, failed, unused_tree, unused_found_tree;
  logic [CodeBits-1:0] window, next, expected, known;
  logic [4:0] match_length, unused_length;
  logic [FoundBits-1:0] bits, value_q;

  function automatic logic [CodeBits-1:0] content_at(input logic [Wide-1:0] at);
    content_at = CodeBits'({content_q, {2 * CodeBits{1'b0}}} >> (Wide'(Most + CodeBits) - at));
  endfunction

  assign match_length = (match_length_i > 5'(CodeBits)) ? 5'(CodeBits) : match_length_i;
  assign next = content_at(fetched_q);

  huffman_stream #(
    .SymbolBits(SymbolBits),
    .CodeBits(CodeBits),
    .CountBits(CountBits),
    .LengthBits(LengthBits)
  ) u_stream (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .start_i(start_i),
    .start_symbols_i(start_symbols_i),
    .start_bits_i(start_bits_i),
    .start_chunk_i(content_q[Most-1 -: CodeBits]),
    .chunk_i(gives_i),
    .chunk_bits_i(next),
    .match_length_i(match_length),
    .match_escape_i(match_escape_i),
    .window_o(window),
    .tree_o(unused_tree),
    .free_o(free),
    .room_o(room),
    .found_symbol_o(symbol),
    .found_escaped_o(escaped),
    .found_end_o(ends),
    .found_failed_o(failed),
    .found_tree_o(unused_found_tree),
    .found_length_o(unused_length),
    .found_bits_o(bits)
  );

  // What the pointer takes in this cycle.
  logic whole, fails, takes, finds, finishes;
  logic [4:0] length;
  always_comb begin
    whole = fetched_q >= at_q + Wide'(CodeBits) || fetched_q >= bits_q;
    length = match_length;
    if (parts_q != '0) begin
      length = (parts_q == 4'd1) ? 5'(LastBits) : 5'(CodeBits);
    end
    fails = busy_q && whole && symbols_q != '0 && (length == '0 || at_q + Wide'(length) > bits_q);
    takes = busy_q && whole && symbols_q != '0 && !fails;
    finds = takes && ((parts_q == '0) ? !match_escape_i : parts_q == 4'd1);
    finishes = fails || (busy_q && whole && symbols_q == '0) || (finds && symbols_q == CountBits'(1));
    expected = content_at(at_q);
    // Bits of the window that have come.
    known = (fetched_q >= at_q + Wide'(CodeBits)) ? '1 : ~({CodeBits{1'b1}} >> (fetched_q - at_q));
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    symbol_q <= finds;
    escaped_q <= finds && parts_q != '0;
    end_q <= finishes;
    failed_q <= fails;
    value_q <= FoundBits'({expected & known});
    if (parts_q != '0) begin
      value_q <= FoundBits'(SymbolBits'({escape_q, expected[CodeBits-1 -: LastBits]}));
    end
    if (!started_q) begin
      content_q <= content_i;
      busy_q <= 1'b0;
      symbol_q <= 1'b0;
      end_q <= 1'b0;
      failed_q <= 1'b0;
      escaped_q <= 1'b0;
    end else if (!busy_q) begin
      busy_q <= start_i;
      fed_q <= 1'b1;
      fetched_q <= Wide'(CodeBits);
      at_q <= '0;
      bits_q <= Wide'(start_bits_i);
      cycles_q <= '0;
      symbols_q <= start_symbols_i;
      parts_q <= '0;
    end else begin
      busy_q <= !finishes;
      fed_q <= fed_q && (gives_i || !room);
      cycles_q <= cycles_q + (LengthBits + 1)'(1);
      if (gives_i && room) begin
        fetched_q <= fetched_q + Wide'(CodeBits);
      end
      if (takes) begin
        at_q <= at_q + Wide'(length) + Wide'(Broken && parts_q == 4'd1);
        escape_q <= (Parts > 1) ? SymbolBits'({escape_q, expected}) : '0;
        parts_q <= (parts_q != '0) ? parts_q - 4'd1 : match_escape_i ? 4'(Parts) : 4'd0;
      end
      if (finds) begin
        symbols_q <= symbols_q - CountBits'(1);
      end
    end
  end

  logic wrong_window, wrong_end, wrong_found;
  assign wrong_window = busy_q && ((window ^ expected) & known) != '0;
  assign wrong_end = free == busy_q || (room && (free || fetched_q >= bits_q)) || at_q > bits_q ||
                     (busy_q && fed_q && (!whole || Wide'(cycles_q) > at_q));
  assign wrong_found = symbol != symbol_q || escaped != escaped_q || ends != end_q ||
                       failed != failed_q || (symbol && bits != value_q);
  assign wrong_o = started_q && (wrong_found || (busy_q && wrong_end) || wrong_window ||
                                 free == busy_q);

endmodule
`default_nettype wire
