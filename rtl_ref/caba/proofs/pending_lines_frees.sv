// SPDX-License-Identifier: Apache-2.0
// From the pins alone, of any entry that is chosen: it has a line from the answer to the store that brought
// one until that is taken, and no longer; what leaves from it is a line that it has. So an entry is freed once
// for each line that came, neither twice nor never.
`default_nettype none

module pending_lines_frees #(
  parameter int unsigned Entries = 3,
  parameter int unsigned LineBits = 2,
  parameter int unsigned Bytes = 2
) (
  input  wire logic                clk_i,
  input  wire logic [4:0]          chosen_i,
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

  logic there_q, there, taken, shown;
  logic [4:0] chosen_q;
  assign there = there_q || (answers && outcome == 2'd0 && entry == chosen_q);
  assign shown = leave && leave_entry == chosen_q;
  assign taken = shown && room_i;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      chosen_q <= (32'(chosen_i) < Entries) ? chosen_i : '0;
      there_q <= 1'b0;
    end else begin
      there_q <= there && !taken;
    end
  end

  always_comb begin
    wrong_o = started_q && shown && !there;
    for (int unsigned e = 0; e < Entries; e++) begin
      if (started_q && chosen_q == 5'(e) && entries[e] != there) begin
        wrong_o = 1'b1;
      end
    end
  end

  logic unused_outputs;
  assign unused_outputs = ^{ready, complete, leave_line, leave_bytes};

endmodule
`default_nettype wire
