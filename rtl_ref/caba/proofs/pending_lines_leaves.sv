// SPDX-License-Identifier: Apache-2.0
// From the pins alone, while what leaves is taken:
// Claim 0: the line in any entry that is chosen has left soon behind a release that reaches it: of this entry,
//          of incomplete lines while it is one, of old ones the second time, or of all. Soon: of the edges
//          since then at which a line is taken, or none shows, there are at most as many as entries, and one.
// Claim 1: any request is answered soon, ordered ones with all entries taken included.
`default_nettype none

module pending_lines_leaves #(
  parameter int unsigned Claim = 0,
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

  // The chosen entry: has it a line, is that complete, and has it seen a release of old ones?
  logic [4:0] chosen_q;
  logic there, complete_q, full, aged_q, due_d, due_q, taken, moves;
  logic [4:0] edges_q, waits_q;
  assign taken = leave && room_i && leave_entry == chosen_q;
  assign moves = !leave || room_i;
  assign full = (answers && outcome == 2'd0 && entry == chosen_q) ? complete : complete_q;
  always_comb begin
    there = 1'b0;
    for (int unsigned e = 0; e < Entries; e++) begin
      there = there || (entries[e] && chosen_q == 5'(e));
    end
    due_d = due_q;
    if (release_valid_i) begin
      unique case (release_reach_i)
        2'd0: due_d = due_q || release_entry_i == chosen_q;
        2'd1: due_d = due_q || !full;
        2'd2: due_d = due_q || aged_q;
        default: due_d = 1'b1;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      chosen_q <= (32'(chosen_i) < Entries) ? chosen_i : '0;
      {complete_q, aged_q, due_q, edges_q, waits_q} <= '0;
    end else begin
      due_q <= there && due_d && !taken;
      aged_q <= there && !taken && (aged_q || (release_valid_i && release_reach_i == 2'd2));
      complete_q <= there && !taken && full;
      edges_q <= !due_q ? '0 : (moves && edges_q != '1) ? edges_q + 5'd1 : edges_q;
      waits_q <= ready ? '0 : (moves && waits_q != '1) ? waits_q + 5'd1 : waits_q;
    end
  end

  always_comb begin
    unique case (Claim)
      0: wrong_o = started_q && due_q && 32'(edges_q) > Entries + 1;
      default: wrong_o = started_q && !ready && 32'(waits_q) > Entries + 2;
    endcase
  end

  logic unused_outputs;
  assign unused_outputs = ^{leave_line, leave_bytes};

endmodule
`default_nettype wire
