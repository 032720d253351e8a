// SPDX-License-Identifier: Apache-2.0
// What a table of assist warps holds is followed from its pins alone: it shows behind an edge what it has decided
// at it, and that tells, together with what came to the edge, what its entries hold now. Claim is what is claimed
// of it:
//   0 An entry is taken only while no assist warp lives in it, and then one lives until the first release.
//   1 No two assist warps of one parent live with the same window. A trigger is refused only if one lived with
//     its parent and window, or in each entry; otherwise it takes the lowest free entry.
//   2 A parent is blocked exactly while an assist warp of high priority lives for it.
//   3 No more than Depth instructions are staged for one of high priority, than LowSlots for all of low priority.
//   4 What is fetched is the next instruction, and not behind the last one, of an assist warp that lived and still
//     does, with its priority; of low priority nothing while throttled.
//   5 While the assist warp in a chosen entry has an instruction left and room, is not throttled, redirected or
//     released, it is fetched from within as many edges as there are entries.
`default_nettype none

module assist_table_keeps #(
  parameter int unsigned Claim = 0,
  parameter int unsigned Entries = 3,
  parameter int unsigned Depth = 2,
  parameter int unsigned LowSlots = 2,
  localparam int unsigned ParentBits = 2,
  localparam int unsigned WindowBits = 1,
  localparam int unsigned AddressBits = 2,
  localparam int unsigned EntryBits = 6,
  localparam int unsigned StagedBits = 4,
  localparam int unsigned Parents = 1 << ParentBits
) (
  input  wire logic                   clk_i,
  input  wire logic [EntryBits-1:0]   chosen_i,
  input  wire logic                   trigger_i,
  input  wire logic [ParentBits-1:0]  parent_i,
  input  wire logic [WindowBits-1:0]  window_i,
  input  wire logic [AddressBits-1:0] last_i,
  input  wire logic                   low_i,
  input  wire logic [Entries-1:0]     issued_i,
  input  wire logic                   redirect_i,
  input  wire logic [EntryBits-1:0]   redirect_entry_i,
  input  wire logic [AddressBits-1:0] instruction_i,
  input  wire logic                   release_i,
  input  wire logic [EntryBits-1:0]   release_entry_i,
  input  wire logic                   throttled_i,
  output logic                        wrong_o
);

  logic started_q = 1'b0;
  logic accepted, fetch, fetch_low, unused_lows;
  logic [0:0] unused_subroutine;
  logic [EntryBits-1:0] entry, fetch_entry;
  logic [AddressBits-1:0] fetch_instruction;
  logic [Entries-1:0] shown;
  logic [Parents-1:0] blocked;

  assist_table #(
    .Entries(Entries),
    .Depth(Depth),
    .LowSlots(LowSlots),
    .ParentBits(ParentBits),
    .WindowBits(WindowBits),
    .SubroutineBits(1),
    .AddressBits(AddressBits)
  ) u_table (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .trigger_i(trigger_i),
    .parent_i(parent_i),
    .window_i(window_i),
    .subroutine_i(1'b0),
    .last_i(last_i),
    .low_i(low_i),
    .issued_i(issued_i),
    .redirect_i(redirect_i),
    .redirect_entry_i(redirect_entry_i),
    .instruction_i(instruction_i),
    .release_i(release_i),
    .release_entry_i(release_entry_i),
    .throttled_i(throttled_i),
    .accepted_o(accepted),
    .entry_o(entry),
    .fetch_o(fetch),
    .fetch_entry_o(fetch_entry),
    .fetch_low_o(fetch_low),
    .fetch_subroutine_o(unused_subroutine),
    .fetch_instruction_o(fetch_instruction),
    .live_o(shown),
    .blocked_o(blocked),
    .lows_o(unused_lows)
  );

  // What came to the edge.
  logic triggered_q, low_came_q, redirect_q, release_q, throttled_q;
  logic [ParentBits-1:0] parent_q;
  logic [WindowBits-1:0] window_q;
  logic [AddressBits-1:0] last_q, instruction_q;
  logic [Entries-1:0] issued_q;
  logic [EntryBits-1:0] redirect_entry_q, release_entry_q, chosen_q;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    chosen_q <= started_q ? chosen_q : chosen_i;
    triggered_q <= started_q && trigger_i;
    parent_q <= parent_i;
    window_q <= window_i;
    last_q <= last_i;
    low_came_q <= low_i;
    issued_q <= issued_i;
    redirect_q <= redirect_i;
    redirect_entry_q <= redirect_entry_i;
    instruction_q <= instruction_i;
    release_q <= release_i;
    release_entry_q <= release_entry_i;
    throttled_q <= throttled_i;
  end

  // Of each entry: what was before the edge, what is now, and where that contradicts a claim.
  logic [Entries-1:0] lived, same, live, high, taken_twice, overfull, wrong_fetch, may;
  logic [ParentBits*Entries-1:0] parents;
  logic [WindowBits*Entries-1:0] windows;
  logic [StagedBits*Entries-1:0] low_counts;
  logic [StagedBits+1:0] low_staged;

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    logic live_q, low, low_q, left, left_q, fetched, redirected;
    logic [ParentBits-1:0] held_parent, held_parent_q;
    logic [WindowBits-1:0] held_window, held_window_q;
    logic [AddressBits-1:0] next, next_q, held_last, held_last_q;
    logic [StagedBits-1:0] staged, staged_q;

    assign fetched = fetch && fetch_entry == EntryBits'(e);
    assign redirected = redirect_q && redirect_entry_q == EntryBits'(e);

    always_comb begin
      {live[e], low, left} = {live_q, low_q, left_q};
      {held_parent, held_window, held_last, next} = {held_parent_q, held_window_q, held_last_q, next_q};
      staged = staged_q;
      if (issued_q[e] && staged_q != '0) begin
        staged = staged_q - StagedBits'(1);
      end
      if (fetched) begin
        staged = staged + StagedBits'(1);
        left = next_q != held_last_q;
        next = next_q + AddressBits'(1);
      end
      if (redirected) begin
        staged = '0;
        left = instruction_q <= held_last_q;
        next = instruction_q;
      end
      if (release_q && release_entry_q == EntryBits'(e)) begin
        live[e] = 1'b0;
        staged = '0;
      end
      if (accepted && entry == EntryBits'(e)) begin
        {live[e], low, left} = {1'b1, low_came_q, 1'b1};
        {held_parent, held_window, held_last, next} = {parent_q, window_q, last_q, AddressBits'(0)};
        staged = '0;
      end
    end

    always_ff @(posedge clk_i) begin
      {live_q, low_q, left_q} <= {live[e], low, left};
      {held_parent_q, held_window_q, held_last_q, next_q} <= {held_parent, held_window, held_last, next};
      staged_q <= staged;
    end

    assign lived[e] = live_q;
    assign same[e] = live_q && held_parent_q == parent_q && held_window_q == window_q;
    assign high[e] = live[e] && !low;
    assign parents[ParentBits*e +: ParentBits] = held_parent;
    assign windows[WindowBits*e +: WindowBits] = held_window;
    assign low_counts[StagedBits*e +: StagedBits] = staged & {StagedBits{low}};
    assign taken_twice[e] = accepted && entry == EntryBits'(e) && live_q;
    assign overfull[e] = !low && 32'(staged) > Depth;
    assign wrong_fetch[e] = fetched && !(live_q && live[e] && left_q && fetch_low == low_q &&
                                         fetch_instruction == next_q);
    assign may[e] = live[e] && left && (low ? (32'(low_staged) < LowSlots && !throttled_i) : 32'(staged) < Depth) &&
                    !(redirect_i && redirect_entry_i == EntryBits'(e)) &&
                    !(release_i && release_entry_i == EntryBits'(e));
  end

  logic two;  // of one parent with one window
  logic [EntryBits-1:0] lowest;
  logic [Parents-1:0] waits;
  always_comb begin
    two = 1'b0;
    lowest = '0;
    waits = '0;
    low_staged = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      low_staged = low_staged + (StagedBits + 2)'(low_counts[StagedBits*e +: StagedBits]);
      if (!lived[Entries-1-e]) begin
        lowest = EntryBits'(Entries - 1 - e);
      end
      for (int unsigned w = 0; w < Parents; w++) begin
        if (high[e] && parents[ParentBits*e +: ParentBits] == ParentBits'(w)) begin
          waits[w] = 1'b1;
        end
      end
      for (int unsigned other = 0; other < e; other++) begin
        if (live[e] && live[other] &&
            parents[ParentBits*e +: ParentBits] == parents[ParentBits*other +: ParentBits] &&
            windows[WindowBits*e +: WindowBits] == windows[WindowBits*other +: WindowBits]) begin
          two = 1'b1;
        end
      end
    end
  end

  // At how many edges in a row was the chosen entry not fetched from, although that might be?
  logic may_q;
  logic [EntryBits-1:0] passed, passed_q;
  assign passed = (may_q && !(fetch && fetch_entry == chosen_q)) ? passed_q + EntryBits'(1) : '0;
  always_ff @(posedge clk_i) begin
    may_q <= started_q && |(may & (Entries'(1) << chosen_q));
    passed_q <= (32'(passed) < Entries) ? passed : passed_q;
  end

  always_comb begin
    unique case (Claim)
      0: wrong_o = shown != live || taken_twice != '0 || (accepted && 32'(entry) >= Entries);
      1: wrong_o = two || accepted != (triggered_q && same == '0 && lived != '1) ||
                   (accepted && entry != lowest);
      2: wrong_o = blocked != waits;
      3: wrong_o = overfull != '0 || 32'(low_staged) > LowSlots;
      4: wrong_o = wrong_fetch != '0 || (fetch && (32'(fetch_entry) >= Entries || (fetch_low && throttled_q)));
      default: wrong_o = 32'(passed) >= Entries;
    endcase
  end

endmodule
`default_nettype wire
