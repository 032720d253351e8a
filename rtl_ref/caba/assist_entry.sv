// SPDX-License-Identifier: Apache-2.0
// An entry of an assist warp table: one assist warp, from its trigger to its release (Vijaykumar2015, section
// 4.4). The comment of assist_warp_controller has the time of all this.
//
// Trigger     begin_i, only while live_o is low, makes it the assist warp of parent_i that runs subroutine_i
//             up to its instruction last_i, with the registers of window_i. What else comes is ignored.
// Instruction fetched_i: next_o has been fetched, and is staged. issued_i: one that is staged has left the
//             buffer, if there is any. redirected_i: it goes on with instruction_i, and nothing is staged.
//             released_i: it has ended. A release goes before a redirect.
// Outputs     flip-flops, and what follows from them. blocks_o: it lives and is of high priority. lows_o: it
//             lives and is of low priority. wants_o: it has an instruction left, and if it is of high priority
//             fewer than Depth are staged. staged_o counts these; none if it does not live.
// Reset       asynchronous; no assist warp lives.
`default_nettype none

module assist_entry #(
  parameter int unsigned Depth = 2,
  parameter int unsigned ParentBits = 6,
  parameter int unsigned WindowBits = 3,
  parameter int unsigned SubroutineBits = 5,
  parameter int unsigned AddressBits = 10,
  localparam int unsigned StagedBits = 3
) (
  input  wire logic                      clk_i,
  input  wire logic                      rst_ni,
  input  wire logic                      begin_i,
  input  wire logic [ParentBits-1:0]     parent_i,
  input  wire logic [WindowBits-1:0]     window_i,
  input  wire logic [SubroutineBits-1:0] subroutine_i,
  input  wire logic [AddressBits-1:0]    last_i,
  input  wire logic                      low_i,
  input  wire logic                      fetched_i,
  input  wire logic                      issued_i,
  input  wire logic                      redirected_i,
  input  wire logic [AddressBits-1:0]    instruction_i,
  input  wire logic                      released_i,
  output logic                           live_o,
  output logic                           blocks_o,
  output logic                           lows_o,
  output logic                           wants_o,
  output logic      [ParentBits-1:0]     parent_o,
  output logic      [WindowBits-1:0]     window_o,
  output logic      [SubroutineBits-1:0] subroutine_o,
  output logic      [AddressBits-1:0]    next_o,
  output logic      [StagedBits-1:0]     staged_o
);

  logic live_d, live_q, low_d, low_q;
  logic more_d, more_q;  // next_q is not behind last_q
  logic [ParentBits-1:0] parent_d, parent_q;
  logic [WindowBits-1:0] window_d, window_q;
  logic [SubroutineBits-1:0] subroutine_d, subroutine_q;
  logic [AddressBits-1:0] next_d, next_q, last_d, last_q;
  logic [StagedBits-1:0] staged_d, staged_q;
  logic leaves;

  assign leaves = issued_i && staged_q != '0;

  always_comb begin
    live_d = live_q;
    low_d = low_q;
    more_d = more_q;
    parent_d = parent_q;
    window_d = window_q;
    subroutine_d = subroutine_q;
    next_d = next_q;
    last_d = last_q;
    staged_d = staged_q + StagedBits'(fetched_i) - StagedBits'(leaves);
    if (fetched_i) begin
      next_d = next_q + AddressBits'(1);
      more_d = next_q != last_q;
    end
    if (redirected_i) begin
      next_d = instruction_i;
      more_d = instruction_i <= last_q;
      staged_d = '0;
    end
    if (released_i) begin
      live_d = 1'b0;
      staged_d = '0;
    end
    if (begin_i) begin
      live_d = 1'b1;
      low_d = low_i;
      more_d = 1'b1;
      parent_d = parent_i;
      window_d = window_i;
      subroutine_d = subroutine_i;
      next_d = '0;
      last_d = last_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q <= 1'b0;
      staged_q <= '0;
    end else begin
      live_q <= live_d;
      staged_q <= staged_d;
    end
  end

  // They mean nothing before an assist warp begins.
  always_ff @(posedge clk_i) begin
    low_q <= low_d;
    more_q <= more_d;
    parent_q <= parent_d;
    window_q <= window_d;
    subroutine_q <= subroutine_d;
    next_q <= next_d;
    last_q <= last_d;
  end

  assign live_o = live_q;
  assign blocks_o = live_q && !low_q;
  assign lows_o = live_q && low_q;
  assign wants_o = live_q && more_q && (low_q || 32'(staged_q) < Depth);
  assign parent_o = parent_q;
  assign window_o = window_q;
  assign subroutine_o = subroutine_q;
  assign next_o = next_q;
  assign staged_o = staged_q;

endmodule
`default_nettype wire
