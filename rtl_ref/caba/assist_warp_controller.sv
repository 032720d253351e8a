// SPDX-License-Identifier: Apache-2.0
// Triggers, tracks and fetches assist warps (Vijaykumar2015, sections 4.3 and 4.4: Assist Warp Controller).
//
// Parameters  Entries, 1 to 64: assist warps that live at a time. Depth, 1 to 4: instructions staged for an
//             assist warp of high priority; LowSlots, 1 to 4: for all of low priority. ThrottleWindow, 1 to
//             65535 cycles, LeastIdle and MostBusy, 0 to 65535 of them.
// load        replaces row load_event_i of the trigger table.
// event       event_event_i has happened in warp event_parent_i. If its row is enabled, an entry is free, and
//             no assist warp of the same parent has the window of the row, an assist warp begins in the lowest
//             free entry, with instruction 0.
// answer      answers an event. Unless it is accepted, all but answer_enabled_o is zero.
// fetch       an instruction that is fetched, and staged from now on. Of the assist warps that have one left,
//             up to the last of the row, and room, it is the next in turn behind the last one. Of high
//             priority room is while fewer than Depth of its own are staged; of low priority while fewer than
//             LowSlots of all of them are, and not throttled.
// issued      bit e: an instruction of entry e is not staged any more.
// redirect    redirect_entry_i goes on with redirect_instruction_i, and nothing of it is staged.
// release     the assist warp in release_entry_i has ended, or is killed.
// use         an issue slot was idle; functional units were busy.
// state       state_live_o, bit e: an assist warp lives in entry e. state_blocked_o, bit w: one of high
//             priority lives for warp w. state_throttled_o: nothing of low priority is fetched. That changes
//             at the end of ThrottleWindow cycles with one of low priority: it is set when fewer than
//             LeastIdle of them were idle or more than MostBusy busy.
// Latency     inputs are sampled at a rising edge, and all outputs show behind it what the state before the
//             edge has decided. An answer comes one edge behind its event.
// Handshake   everything is taken in every cycle. A payload means something only while its valid is high.
// Reset       asynchronous; no row is enabled, no assist warp lives, nothing is throttled, entry 0 is next in
//             turn, and all outputs are zero. Inputs in reset are lost.
//
//   in one cycle                             what happens
//   an event and a load of its row           the old row counts
//   an event and a release that makes room   it is refused
//   a fetch, and a redirect or release       not of this entry
//   a redirect and a release of an entry     it is released
//   a redirect and one issued of an entry    nothing is staged
//   an entry without an assist warp is       nothing; also if one begins in it
//     issued, redirected or released
//   an entry is issued, nothing is staged    nothing
`default_nettype none

module assist_warp_controller #(
  parameter int unsigned Entries = 8,
  parameter int unsigned Depth = 2,
  parameter int unsigned LowSlots = 2,
  parameter int unsigned ThrottleWindow = 256,
  parameter int unsigned LeastIdle = 0,
  parameter int unsigned MostBusy = 65535,
  localparam int unsigned MostEntries = 64,
  localparam int unsigned EntryBits = 6,
  localparam int unsigned EventBits = 5,
  localparam int unsigned ParentBits = 6,
  localparam int unsigned WindowBits = 3,
  localparam int unsigned SubroutineBits = 5,
  localparam int unsigned AddressBits = 10
) (
  input  wire logic                       clk_i,
  input  wire logic                       rst_ni,
  input  wire logic [EventBits-1:0]       load_event_i,
  input  wire logic                       load_enabled_i,
  input  wire logic [SubroutineBits-1:0]  load_subroutine_i,
  input  wire logic [AddressBits-1:0]     load_last_i,
  input  wire logic                       load_low_i,
  input  wire logic [WindowBits-1:0]      load_window_i,
  input  wire logic [31:0]                load_lanes_i,
  input  wire logic                       load_valid_i,
  input  wire logic [EventBits-1:0]       event_event_i,
  input  wire logic [ParentBits-1:0]      event_parent_i,
  input  wire logic                       event_valid_i,
  input  wire logic [MostEntries-1:0]     issued_entries_i,
  input  wire logic [EntryBits-1:0]       redirect_entry_i,
  input  wire logic [AddressBits-1:0]     redirect_instruction_i,
  input  wire logic                       redirect_valid_i,
  input  wire logic [EntryBits-1:0]       release_entry_i,
  input  wire logic                       release_valid_i,
  input  wire logic                       use_idle_i,
  input  wire logic                       use_busy_i,
  output logic                            answer_enabled_o,
  output logic                            answer_accepted_o,
  output logic      [EntryBits-1:0]       answer_entry_o,
  output logic      [SubroutineBits-1:0]  answer_subroutine_o,
  output logic                            answer_low_o,
  output logic      [31:0]                answer_lanes_o,
  output logic                            answer_valid_o,
  output logic      [EntryBits-1:0]       fetch_entry_o,
  output logic                            fetch_low_o,
  output logic      [SubroutineBits-1:0]  fetch_subroutine_o,
  output logic      [AddressBits-1:0]     fetch_instruction_o,
  output logic                            fetch_valid_o,
  output logic      [MostEntries-1:0]     state_live_o,
  output logic      [2**ParentBits-1:0]   state_blocked_o,
  output logic                            state_throttled_o
);

  if (Entries < 1 || Entries > MostEntries) begin : gen_check_entries
    $error("assist_warp_controller: Entries must be 1 to 64");
  end
  if (Depth < 1 || Depth > 4) begin : gen_check_depth
    $error("assist_warp_controller: Depth must be 1 to 4");
  end
  if (LowSlots < 1 || LowSlots > 4) begin : gen_check_low_slots
    $error("assist_warp_controller: LowSlots must be 1 to 4");
  end
  if (ThrottleWindow < 1 || ThrottleWindow > 65535) begin : gen_check_window
    $error("assist_warp_controller: ThrottleWindow must be 1 to 65535");
  end
  if (LeastIdle > 65535) begin : gen_check_idle
    $error("assist_warp_controller: LeastIdle must be 0 to 65535");
  end
  if (MostBusy > 65535) begin : gen_check_busy
    $error("assist_warp_controller: MostBusy must be 0 to 65535");
  end

  localparam int unsigned RowBits = SubroutineBits + AddressBits + 1 + WindowBits;

  logic enabled, triggers, accepted, lows, throttled, low;
  logic [SubroutineBits-1:0] subroutine;
  logic [AddressBits-1:0] last;
  logic [WindowBits-1:0] window;
  logic [31:0] lanes;
  logic [Entries-1:0] live;

  assist_triggers #(
    .Rows(1 << EventBits),
    .Width(RowBits)
  ) u_triggers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .load_i(load_valid_i),
    .load_row_i(load_event_i),
    .load_enabled_i(load_enabled_i),
    .load_word_i({load_subroutine_i, load_last_i, load_low_i, load_window_i}),
    .event_i(event_event_i),
    .enabled_o(enabled),
    .word_o({subroutine, last, low, window})
  );
  assign triggers = event_valid_i && enabled;

  assist_lanes #(
    .Rows(1 << EventBits)
  ) u_lanes (
    .clk_i(clk_i),
    .read_i(event_valid_i),
    .read_row_i(event_event_i),
    .write_i(load_valid_i),
    .write_row_i(load_event_i),
    .write_lanes_i(load_lanes_i),
    .lanes_o(lanes)
  );

  assist_table #(
    .Entries(Entries),
    .Depth(Depth),
    .LowSlots(LowSlots),
    .ParentBits(ParentBits),
    .WindowBits(WindowBits),
    .SubroutineBits(SubroutineBits),
    .AddressBits(AddressBits)
  ) u_table (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .trigger_i(triggers),
    .parent_i(event_parent_i),
    .window_i(window),
    .subroutine_i(subroutine),
    .last_i(last),
    .low_i(low),
    .issued_i(issued_entries_i[Entries-1:0]),
    .redirect_i(redirect_valid_i),
    .redirect_entry_i(redirect_entry_i),
    .instruction_i(redirect_instruction_i),
    .release_i(release_valid_i),
    .release_entry_i(release_entry_i),
    .throttled_i(throttled),
    .accepted_o(accepted),
    .entry_o(answer_entry_o),
    .fetch_o(fetch_valid_o),
    .fetch_entry_o(fetch_entry_o),
    .fetch_low_o(fetch_low_o),
    .fetch_subroutine_o(fetch_subroutine_o),
    .fetch_instruction_o(fetch_instruction_o),
    .live_o(live),
    .blocked_o(state_blocked_o),
    .lows_o(lows)
  );

  assist_throttle #(
    .Window(ThrottleWindow),
    .LeastIdle(LeastIdle),
    .MostBusy(MostBusy)
  ) u_throttle (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .counts_i(lows),
    .idle_i(use_idle_i),
    .busy_i(use_busy_i),
    .throttled_o(throttled)
  );

  // What the row says, for the answer.
  logic valid_d, valid_q, enabled_d, enabled_q, low_d, low_q;
  logic [SubroutineBits-1:0] subroutine_d, subroutine_q;
  always_comb begin
    valid_d = event_valid_i;
    enabled_d = triggers;
    low_d = low;
    subroutine_d = subroutine;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      enabled_q <= 1'b0;
    end else begin
      valid_q <= valid_d;
      enabled_q <= enabled_d;
    end
  end

  always_ff @(posedge clk_i) begin
    low_q <= low_d;
    subroutine_q <= subroutine_d;
  end

  assign answer_valid_o = valid_q;
  assign answer_enabled_o = enabled_q;
  assign answer_accepted_o = accepted;
  assign answer_subroutine_o = subroutine_q & {SubroutineBits{accepted}};
  assign answer_low_o = low_q && accepted;
  assign answer_lanes_o = lanes & {32{accepted}};
  assign state_live_o = MostEntries'(live);
  assign state_throttled_o = throttled;

  // There may be fewer entries.
  logic unused_bits;
  assign unused_bits = ^issued_entries_i;

endmodule
`default_nettype wire
