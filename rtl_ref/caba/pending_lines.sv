// SPDX-License-Identifier: Apache-2.0
// The work of pending_store_buffer, whose comment has the rule and the time of all this, with as many bits of
// a line's number, and bytes of a line, as there are.
//
// Reset       asynchronous; nothing is pending, kept or shown.
`include "rtl_ref/assertions.svh"
`default_nettype none

module pending_lines #(
  parameter int unsigned Entries = 8,
  parameter int unsigned LineBits = 40,
  parameter int unsigned Bytes = 128
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,
  input  wire logic [1:0]          request_kind_i,
  input  wire logic [LineBits-1:0] request_line_i,
  input  wire logic [Bytes-1:0]    request_bytes_i,
  input  wire logic                request_valid_i,
  input  wire logic [1:0]          release_reach_i,
  input  wire logic [4:0]          release_entry_i,
  input  wire logic                release_valid_i,
  input  wire logic                room_i,
  output logic                     ready_o,
  output logic      [1:0]          answer_outcome_o,
  output logic      [4:0]          answer_entry_o,
  output logic                     answer_complete_o,
  output logic                     answer_valid_o,
  output logic      [4:0]          leave_entry_o,
  output logic      [LineBits-1:0] leave_line_o,
  output logic      [Bytes-1:0]    leave_bytes_o,
  output logic                     leave_valid_o,
  output logic      [Entries-1:0]  entries_o
);

  localparam logic [1:0] Store = 2'd0, Load = 2'd1;
  localparam logic [1:0] One = 2'd0, Incomplete = 2'd1, Aged = 2'd2;  // otherwise all
  localparam logic [1:0] Stored = 2'd0, Passes = 2'd1, Forwarded = 2'd2;

  // A request is kept while it cannot be answered.
  logic kept_q, kept_d, asks;
  logic [1:0] kept_kind_q, kind;
  logic [LineBits-1:0] kept_line_q, line;
  logic [Bytes-1:0] kept_bytes_q, bytes;
  assign asks = kept_q || request_valid_i;
  assign kind = kept_q ? kept_kind_q : request_kind_i;
  assign line = kept_q ? kept_line_q : request_line_i;
  assign bytes = kept_q ? kept_bytes_q : request_bytes_i;

  logic [Entries-1:0] there, leaves, aged, complete, filled, same;  // of each entry
  logic [LineBits*Entries-1:0] lines;
  logic [Bytes*Entries-1:0] written;

  // Lines that leave, the released ones included; of an entry without a line the bits mean nothing.
  logic [Entries-1:0] named, released, leaving;
  always_comb begin
    for (int unsigned e = 0; e < Entries; e++) begin
      named[e] = release_entry_i == 5'(e);
    end
    unique case (release_reach_i)
      One: released = named;
      Incomplete: released = ~complete;
      Aged: released = aged;
      default: released = '1;
    endcase
    leaving = leaves | (released & {Entries{release_valid_i}});
  end

  // What becomes of the request. The line of a load or store is in one entry at most, and `same` says in which.
  logic stores, loads, orders, held, full, merges, allocates, overflows, evicts, forwards, passes, answers;
  logic [Entries-1:0] free, begin_to_leave, oldest_incomplete;
  always_comb begin
    stores = asks && kind == Store;
    loads = asks && kind == Load;
    orders = asks && kind[1];
    held = (same & leaving) != '0;
    full = there == '1;
    merges = stores && same != '0 && !held;
    allocates = stores && same == '0 && !full;
    overflows = stores && same == '0 && leaving == '0 && complete == '1;
    evicts = stores && same == '0 && full && leaving == '0;
    forwards = loads && !held && (same & complete) != '0;
    passes = overflows || (loads && same == '0) || (orders && there == '0);
    answers = merges || allocates || forwards || passes;
    kept_d = asks && !answers;
    free = ~there & (there + Entries'(1));  // the lowest one
    begin_to_leave = (same & ~complete & {Entries{loads}}) | {Entries{orders}} |
                     (oldest_incomplete & {Entries{evicts}});
  end

  // The line that is shown, a bit an entry.
  logic [Entries-1:0] shown_d, shown_q, taken, oldest_leaving;
  assign taken = shown_q & {Entries{room_i}};
  assign shown_d = (shown_q & ~taken) | (oldest_leaving & {Entries{shown_q == taken}});

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    pending_entry #(
      .LineBits(LineBits),
      .Bytes(Bytes)
    ) u_entry (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .line_i(line),
      .bytes_i(bytes),
      .allocate_i(allocates && free[e]),
      .merge_i(merges && same[e]),
      .leave_i(leaving[e] || begin_to_leave[e]),
      .age_i(release_valid_i && release_reach_i == Aged),
      .take_i(taken[e]),
      .there_o(there[e]),
      .leaves_o(leaves[e]),
      .aged_o(aged[e]),
      .complete_o(complete[e]),
      .filled_o(filled[e]),
      .same_o(same[e]),
      .line_o(lines[LineBits*e +: LineBits]),
      .bytes_o(written[Bytes*e +: Bytes])
    );

    `HEDDLE_ASSERT(OnlyLeavingLinesAreShown, !shown_q[e] || (there[e] && leaves[e]))
  end

  pending_order #(
    .Entries(Entries)
  ) u_order (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .youngest_i(free & {Entries{allocates}}),
    .first_i(~complete),
    .second_i(leaves & ~taken),
    .first_o(oldest_incomplete),
    .second_o(oldest_leaving)
  );

  // The answer.
  logic [1:0] outcome_q;
  logic [4:0] entry, entry_q, shown_entry;
  logic complete_d, complete_q, answers_q;
  logic [Entries-1:0] serves;
  always_comb begin
    serves = allocates ? free : same;
    complete_d = (merges && (same & filled) != '0) || (allocates && bytes == '1);
    entry = '0;
    shown_entry = '0;
    leave_line_o = '0;
    leave_bytes_o = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      entry = entry | (5'(e) & {5{serves[e]}});
      shown_entry = shown_entry | (5'(e) & {5{shown_q[e]}});
      leave_line_o = leave_line_o | (lines[LineBits*e +: LineBits] & {LineBits{shown_q[e]}});
      leave_bytes_o = leave_bytes_o | (written[Bytes*e +: Bytes] & {Bytes{shown_q[e]}});
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {kept_q, kept_kind_q, kept_line_q, kept_bytes_q} <= '0;
      {answers_q, outcome_q, entry_q, complete_q} <= '0;
      shown_q <= '0;
    end else begin
      kept_q <= kept_d;
      kept_kind_q <= kind;
      kept_line_q <= line;
      kept_bytes_q <= bytes;
      answers_q <= answers;
      outcome_q <= passes ? Passes : forwards ? Forwarded : Stored;
      entry_q <= entry & {5{answers && !passes}};
      complete_q <= complete_d;
      shown_q <= shown_d;
    end
  end

  assign ready_o = !kept_q;
  assign answer_valid_o = answers_q;
  assign answer_outcome_o = outcome_q;
  assign answer_entry_o = entry_q;
  assign answer_complete_o = complete_q;
  assign leave_valid_o = shown_q != '0;
  assign leave_entry_o = shown_entry;
  assign entries_o = there;

  `HEDDLE_ASSERT(ALineIsInOneEntry, (same & (same - Entries'(1))) == '0)
  `HEDDLE_ASSERT(OneLineIsShown, (shown_q & (shown_q - Entries'(1))) == '0)

endmodule
`default_nettype wire
