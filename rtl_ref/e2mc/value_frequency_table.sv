// SPDX-License-Identifier: Apache-2.0
// The value frequency table of a memory controller: counts how often each value occurs in the sampling
// phase (Lal2017, section III-B2b).
//
// Parameters  SymbolBits 4, 8, 16 or 32. Entries: of symbols of 4 bits 128, of 8 bits 1024, one for each
//             value of each tree; of longer ones a power of two, 8 to 4096, in sets of eight. A value is in
//             the set that is its number modulo Entries / 8. CounterBits 2 to 32: a counter stays at its
//             highest number. Policy: 0 least count, 1 decay.
// Requests    req_op_i for symbol req_value_i of tree req_tree_i. Upper bits that a symbol or a tree does
//             not have do not matter; longer symbols have one tree. A read asks for the entry of that
//             symbol and tree, or of longer symbols for the entry whose number is in req_value_i: way
//             number / sets of set number modulo sets.
// Latency     rsp_* answers req_* after two rising edges. A request sees all that those before it have
//             done.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only while
//             its valid is high.
// Reset       asynchronous; all entries are free, and all outputs are zero. Requests in flight are lost.
//
//   req_op_i   its entry          rsp_held_o  what happens
//   0 sample   there              1           is counted up by one, unless it is at its highest number
//              not, one is free   0           the lowest free way of the set counts the value, from one on
//              not, none is free  0           least count: the value takes the way that counts least (of
//                                             several the lowest) and counts from one on
//                                             decay: that way is counted down by one, but if it counts one
//                                             already, the value takes it and counts from one on
//   1 read     holds a value      1           rsp_value_o is the value, rsp_count_o its count
//              free               0           nothing
//   2 clear                       0           all entries are free, and the total is zero
//   3 total                       0           nothing
//
// rsp_count_o of a sample is the count of its value now, zero if it has no entry. rsp_total_o is the number
// of samples since the last clear, this request among them; it stays at Entries * 2**CounterBits - 1,
// which is no less than all counts together. All else is zero.
//
// Stages      the first reads the row of the request from the memories; the second finds the value's way
//             and what it counts from now on, writes that at its end, and answers. It cannot be cut in two,
//             since the next request may be for the same row; that one takes from a register what has just
//             been written.
`include "rtl_ref/assertions.svh"
`default_nettype none

module value_frequency_table #(
  parameter int unsigned SymbolBits = 16,
  parameter int unsigned Entries = 1024,
  parameter int unsigned CounterBits = 24,
  parameter int unsigned Policy = 0,
  localparam int unsigned MostTotalBits = 44
) (
  input  wire logic                     clk_i,
  input  wire logic                     rst_ni,
  input  wire logic [1:0]               req_op_i,
  input  wire logic [2:0]               req_tree_i,
  input  wire logic [31:0]              req_value_i,
  input  wire logic                     req_valid_i,
  output logic                          rsp_held_o,
  output logic      [31:0]              rsp_value_o,
  output logic      [31:0]              rsp_count_o,
  output logic      [MostTotalBits-1:0] rsp_total_o,
  output logic                          rsp_valid_o
);

  localparam bit Direct = SymbolBits < 16;
  localparam int unsigned Trees = Direct ? 32 / SymbolBits : 1;

  if (SymbolBits != 4 && SymbolBits != 8 && SymbolBits != 16 && SymbolBits != 32) begin : gen_check_symbols
    $error("value_frequency_table: SymbolBits must be 4, 8, 16 or 32");
  end
  if (Entries < 8 || Entries > 4096 || (Entries & (Entries - 1)) != 0 ||
      (Direct && Entries != Trees << SymbolBits)) begin : gen_check_entries
    $error("value_frequency_table: Entries must be a power of two, 8 to 4096, or those of all values");
  end
  if (CounterBits < 2 || CounterBits > 32) begin : gen_check_counter
    $error("value_frequency_table: CounterBits must be 2 to 32");
  end
  if (Policy > 1) begin : gen_check_policy
    $error("value_frequency_table: Policy must be 0 or 1");
  end

  localparam int unsigned Ways = Direct ? 1 : 8;
  localparam int unsigned Rows = Entries / Ways;
  localparam int unsigned RowBits = (Rows < 2) ? 1 : $clog2(Rows);
  localparam int unsigned WayBits = (Ways < 2) ? 1 : $clog2(Ways);
  localparam int unsigned TagBits = Direct ? 1 : SymbolBits - $clog2(Rows);
  localparam int unsigned TotalBits = CounterBits + $clog2(Entries);

  logic [RowBits-1:0] row, found_row;
  logic [TagBits-1:0] tag, found_tag;
  logic [WayBits-1:0] way;
  logic [Ways-1:0] holds;
  logic [CounterBits-1:0] count;
  logic [TotalBits-1:0] total;
  logic [SymbolBits-1:0] value;

  if (Direct) begin : gen_direct
    assign row = {req_tree_i[$clog2(Trees)-1:0], req_value_i[SymbolBits-1:0]};
    assign tag = '0;
    assign way = '0;
    assign value = found_row[SymbolBits-1:0];
  end else begin : gen_sets
    assign row = req_value_i[RowBits-1:0] & RowBits'(Rows - 1);  // zero where there is one set
    assign tag = req_value_i[SymbolBits-1 -: TagBits];
    assign way = req_value_i[$clog2(Rows) +: WayBits];
    if (Rows < 2) begin : gen_one_set
      assign value = found_tag;
    end else begin : gen_more_sets
      assign value = {found_tag, found_row};
    end
  end

  frequency_sets #(
    .Rows(Rows),
    .Ways(Ways),
    .TagBits(TagBits),
    .CounterBits(CounterBits),
    .Policy(Policy)
  ) u_sets (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .op_i(req_op_i),
    .row_i(row),
    .tag_i(tag),
    .way_i(way),
    .valid_i(req_valid_i),
    .held_o(rsp_held_o),
    .row_o(found_row),
    .tag_o(found_tag),
    .count_o(count),
    .total_o(total),
    .valid_o(rsp_valid_o),
    .holds_o(holds)
  );

  assign rsp_value_o = 32'(value);
  assign rsp_count_o = 32'(count);
  assign rsp_total_o = MostTotalBits'(total);

  // Not every symbol has all bits and trees.
  logic unused_bits;
  assign unused_bits = ^{req_tree_i, req_value_i, found_row, found_tag, holds};

  `HEDDLE_ASSERT(OneWayHoldsAValue, (holds & (holds - Ways'(1))) == '0)
  `HEDDLE_ASSERT(TheTotalIsNoLess, !rsp_valid_o || TotalBits'(count) <= total)

endmodule
`default_nettype wire
