// SPDX-License-Identifier: Apache-2.0
// From the pins alone, of any line that is chosen:
// Claim 0: it leaves with exactly the bytes that were stored since it came, from the entry that all these
//          stores were answered with; no other line is given that entry meanwhile, and an answer says that the
//          line is complete when it is.
// Claim 1: no load, store or ordered request passes while it is pending; a store passes only while all entries
//          are taken; a load is served only while all bytes are pending, by its entry; stores alone are stored.
`default_nettype none

module pending_lines_keeps #(
  parameter int unsigned Claim = 0,
  parameter int unsigned Entries = 3,
  parameter int unsigned LineBits = 2,
  parameter int unsigned Bytes = 2
) (
  input  wire logic                clk_i,
  input  wire logic [LineBits-1:0] chosen_i,
  input  wire logic [1:0]          request_kind_i,
  input  wire logic [LineBits-1:0] request_line_i,
  input  wire logic [Bytes-1:0]    request_bytes_i,
  input  wire logic                request_valid_i,
  input  wire logic [1:0]          release_reach_i,
  input  wire logic [4:0]          release_entry_i,
  input  wire logic                release_valid_i,
  input  wire logic                room_i,
  output logic                     wrong_o
);

  localparam logic [1:0] Stored = 2'd0, Passes = 2'd1, Forwarded = 2'd2;

  logic started_q = 1'b0;
  logic ready, complete, answers, leave;
  logic [1:0] outcome;
  logic [4:0] entry, leave_entry;
  logic [LineBits-1:0] leave_line;
  logic [Bytes-1:0] leave_bytes;
  logic [Entries-1:0] entries;
  pending_lines #(
    .Entries(Entries),
    .LineBits(LineBits),
    .Bytes(Bytes)
  ) u_lines (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .request_kind_i(request_kind_i),
    .request_line_i(request_line_i),
    .request_bytes_i(request_bytes_i),
    .request_valid_i(request_valid_i),
    .release_reach_i(release_reach_i),
    .release_entry_i(release_entry_i),
    .release_valid_i(release_valid_i),
    .room_i(room_i),
    .ready_o(ready),
    .answer_outcome_o(outcome),
    .answer_entry_o(entry),
    .answer_complete_o(complete),
    .answer_valid_o(answers),
    .leave_entry_o(leave_entry),
    .leave_line_o(leave_line),
    .leave_bytes_o(leave_bytes),
    .leave_valid_o(leave),
    .entries_o(entries)
  );

  // The request that was taken last: an answer is to this one.
  logic [1:0] kind_q;
  logic [LineBits-1:0] line_q, chosen_q;
  logic [Bytes-1:0] bytes_q;
  // Of the chosen line: is it pending, where, and with which bytes, as answers and what left tell; before the
  // last edge (was_q), and behind it.
  logic there_q, there, was_q, full_q, mine, stored;
  logic [4:0] entry_q, at;
  logic [Bytes-1:0] pending_q, pending;
  assign mine = answers && line_q == chosen_q;
  assign stored = mine && outcome == Stored;
  assign there = there_q || stored;
  assign at = there_q ? entry_q : entry;
  assign pending = pending_q | (bytes_q & {Bytes{stored}});

  logic taken;
  assign taken = leave && room_i && leave_line == chosen_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    entry_q <= at;
    if (!started_q) begin
      chosen_q <= chosen_i;
      {there_q, was_q, full_q} <= '0;
      pending_q <= '0;
    end else begin
      there_q <= there && !taken;
      was_q <= there;
      full_q <= entries == '1;
      pending_q <= pending & ~{Bytes{taken}};
      if (request_valid_i && ready) begin
        kind_q <= request_kind_i;
        line_q <= request_line_i;
        bytes_q <= request_bytes_i;
      end
    end
  end

  logic moved, spoiled, passed, served;
  always_comb begin
    moved = (stored && there_q && entry != entry_q) ||
            (answers && outcome == Stored && !mine && there_q && entry == entry_q) ||
            (stored && complete != (pending == '1));
    spoiled = leave && leave_line == chosen_q &&
              !(there && leave_bytes == pending && leave_entry == at);
    passed = answers && outcome == Passes &&
             ((was_q && (mine || kind_q[1])) || (kind_q == 2'd0 && !full_q));
    served = (answers && outcome == Forwarded && kind_q != 2'd1) ||
             (mine && outcome == Forwarded && !(was_q && pending_q == '1 && entry == entry_q)) ||
             (answers && outcome == Stored && kind_q != 2'd0) || (answers && outcome == 2'd3);
    unique case (Claim)
      0: wrong_o = started_q && (moved || spoiled);
      default: wrong_o = started_q && (passed || served);
    endcase
  end

endmodule
`default_nettype wire
