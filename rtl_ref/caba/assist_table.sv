// SPDX-License-Identifier: Apache-2.0
// The assist warp table of assist_warp_controller, whose comment has the rule, with pins for as many entries
// as there are.
//
// Trigger     trigger_i: an event triggers a subroutine. accepted_o tells behind the edge whether it has taken
//             an entry, entry_o which; zero if none.
// Fetch       fetch_* tell behind the edge what is fetched; zero if nothing.
// Entries     live_o, blocked_o and lows_o, whether one of low priority lives, are those behind the edge.
// Reset       asynchronous; no assist warp lives, entry 0 is the next one in turn, and all outputs are zero.
`include "rtl_ref/assertions.svh"
`default_nettype none

module assist_table #(
  parameter int unsigned Entries = 8,
  parameter int unsigned Depth = 2,
  parameter int unsigned LowSlots = 2,
  parameter int unsigned ParentBits = 6,
  parameter int unsigned WindowBits = 3,
  parameter int unsigned SubroutineBits = 5,
  parameter int unsigned AddressBits = 10,
  localparam int unsigned EntryBits = 6,
  localparam int unsigned StagedBits = 3,
  localparam int unsigned Parents = 1 << ParentBits
) (
  input  wire logic                      clk_i,
  input  wire logic                      rst_ni,
  input  wire logic                      trigger_i,
  input  wire logic [ParentBits-1:0]     parent_i,
  input  wire logic [WindowBits-1:0]     window_i,
  input  wire logic [SubroutineBits-1:0] subroutine_i,
  input  wire logic [AddressBits-1:0]    last_i,
  input  wire logic                      low_i,
  input  wire logic [Entries-1:0]        issued_i,
  input  wire logic                      redirect_i,
  input  wire logic [EntryBits-1:0]      redirect_entry_i,
  input  wire logic [AddressBits-1:0]    instruction_i,
  input  wire logic                      release_i,
  input  wire logic [EntryBits-1:0]      release_entry_i,
  input  wire logic                      throttled_i,
  output logic                           accepted_o,
  output logic      [EntryBits-1:0]      entry_o,
  output logic                           fetch_o,
  output logic      [EntryBits-1:0]      fetch_entry_o,
  output logic                           fetch_low_o,
  output logic      [SubroutineBits-1:0] fetch_subroutine_o,
  output logic      [AddressBits-1:0]    fetch_instruction_o,
  output logic      [Entries-1:0]        live_o,
  output logic      [Parents-1:0]        blocked_o,
  output logic                           lows_o
);

  logic [Entries-1:0] live, blocks, lows, wants, begins, redirected, released;
  logic [Entries-1:0] candidates, fetched, free, same;
  logic [ParentBits*Entries-1:0] parents;
  logic [WindowBits*Entries-1:0] windows;
  logic [SubroutineBits*Entries-1:0] subroutines;
  logic [AddressBits*Entries-1:0] nexts;
  logic [StagedBits*Entries-1:0] staged;

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    assign redirected[e] = redirect_i && redirect_entry_i == EntryBits'(e);
    assign released[e] = release_i && release_entry_i == EntryBits'(e);
    assign same[e] = live[e] && parents[ParentBits*e +: ParentBits] == parent_i &&
                     windows[WindowBits*e +: WindowBits] == window_i;

    assist_entry #(
      .Depth(Depth),
      .ParentBits(ParentBits),
      .WindowBits(WindowBits),
      .SubroutineBits(SubroutineBits),
      .AddressBits(AddressBits)
    ) u_entry (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .begin_i(begins[e]),
      .parent_i(parent_i),
      .window_i(window_i),
      .subroutine_i(subroutine_i),
      .last_i(last_i),
      .low_i(low_i),
      .fetched_i(fetched[e]),
      .issued_i(issued_i[e]),
      .redirected_i(redirected[e]),
      .instruction_i(instruction_i),
      .released_i(released[e]),
      .live_o(live[e]),
      .blocks_o(blocks[e]),
      .lows_o(lows[e]),
      .wants_o(wants[e]),
      .parent_o(parents[ParentBits*e +: ParentBits]),
      .window_o(windows[WindowBits*e +: WindowBits]),
      .subroutine_o(subroutines[SubroutineBits*e +: SubroutineBits]),
      .next_o(nexts[AddressBits*e +: AddressBits]),
      .staged_o(staged[StagedBits*e +: StagedBits])
    );

    `HEDDLE_ASSERT(NothingIsStagedForNobody, live[e] || staged[StagedBits*e +: StagedBits] == '0)
    `HEDDLE_ASSERT(NoMoreThanDepthOfHighPriority,
                   !blocks[e] || 32'(staged[StagedBits*e +: StagedBits]) <= Depth)
  end

  // The lowest free entry, unless an assist warp of this parent has the window.
  assign free = ~live;
  assign begins = free & (~free + Entries'(1)) & {Entries{trigger_i && same == '0}};

  // LowSlots at most, so that three bits are enough.
  logic [StagedBits-1:0] low_staged;
  logic low_room;
  always_comb begin
    low_staged = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      low_staged = low_staged + (staged[StagedBits*e +: StagedBits] & {StagedBits{lows[e]}});
    end
  end
  assign low_room = !throttled_i && 32'(low_staged) < LowSlots;
  assign candidates = wants & (blocks | {Entries{low_room}}) & ~redirected & ~released;

  assist_turn #(
    .Entries(Entries)
  ) u_turn (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .candidates_i(candidates),
    .chosen_o(fetched)
  );

  logic accepted_d, accepted_q, fetch_d, fetch_q, fetch_low_d, fetch_low_q;
  logic [EntryBits-1:0] entry_d, entry_q, fetch_entry_d, fetch_entry_q;
  logic [SubroutineBits-1:0] fetch_subroutine_d, fetch_subroutine_q;
  logic [AddressBits-1:0] fetch_instruction_d, fetch_instruction_q;

  always_comb begin
    accepted_d = begins != '0;
    entry_d = '0;
    fetch_d = fetched != '0;
    fetch_entry_d = '0;
    fetch_low_d = (fetched & lows) != '0;
    fetch_subroutine_d = '0;
    fetch_instruction_d = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      if (begins[e]) begin
        entry_d = entry_d | EntryBits'(e);
      end
      if (fetched[e]) begin
        fetch_entry_d = fetch_entry_d | EntryBits'(e);
        fetch_subroutine_d = fetch_subroutine_d | subroutines[SubroutineBits*e +: SubroutineBits];
        fetch_instruction_d = fetch_instruction_d | nexts[AddressBits*e +: AddressBits];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      accepted_q <= 1'b0;
      entry_q <= '0;
      fetch_q <= 1'b0;
      fetch_entry_q <= '0;
      fetch_low_q <= 1'b0;
      fetch_subroutine_q <= '0;
      fetch_instruction_q <= '0;
    end else begin
      accepted_q <= accepted_d;
      entry_q <= entry_d;
      fetch_q <= fetch_d;
      fetch_entry_q <= fetch_entry_d;
      fetch_low_q <= fetch_low_d;
      fetch_subroutine_q <= fetch_subroutine_d;
      fetch_instruction_q <= fetch_instruction_d;
    end
  end

  assign accepted_o = accepted_q;
  assign entry_o = entry_q;
  assign fetch_o = fetch_q;
  assign fetch_entry_o = fetch_entry_q;
  assign fetch_low_o = fetch_low_q;
  assign fetch_subroutine_o = fetch_subroutine_q;
  assign fetch_instruction_o = fetch_instruction_q;
  assign live_o = live;
  assign lows_o = lows != '0;

  always_comb begin
    blocked_o = '0;
    for (int unsigned e = 0; e < Entries; e++) begin
      blocked_o = blocked_o | (Parents'(blocks[e]) << parents[ParentBits*e +: ParentBits]);
    end
  end

  `HEDDLE_ASSERT(OneThatLivesIsFetched, (fetched & ~live) == '0 && (fetched & (fetched - Entries'(1))) == '0)
  `HEDDLE_ASSERT(OneHasTheWindowOfItsParent, (same & (same - Entries'(1))) == '0)
  `HEDDLE_ASSERT(NoMoreThanLowSlots, 32'(low_staged) <= LowSlots)

endmodule
`default_nettype wire
