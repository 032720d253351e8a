// SPDX-License-Identifier: Apache-2.0
// Asks for the MOVs that must precede instructions which write some lanes of a compressed register
// (Lee2015, section 5.2): each such destination is rewritten uncompressed, and the instruction is held in
// its operand collector until that is in the banks.
//
// Bits        4*u+k of written_moves_i is destination k of collector unit u, also of todo and of
//             pending.
// check_*     slot s: the instruction that has entered unit check_unit_i[8*s +: 8]; bits 3:0 of
//             check_compressed_i[8*s +: 8] are its compressed destinations. Units from 16 on are
//             ignored. A unit that is held is not checked anew; if it is, the wants add up: one
//             whose MOV is issued at that very edge is lost, one whose MOV is on its way is issued
//             again, and the first of both that is written ends the hold.
// Function    at an edge: written MOVs leave pending; new wants enter todo; when room_free_i, and
//             no MOV was issued at the edge before (room_free_i does not know of it yet), the next
//             in rotating order of those that were in todo before is issued and moves to pending.
// Latency     hold_units_o shows a want after the edge that samples it, move_* after the next.
// Reset       asynchronous; no MOVs, all outputs are zero, the rotation starts at bit 0.
`include "rtl_ref/assertions.svh"
`default_nettype none

module mov_injector #(
  localparam int unsigned Units = 16,
  localparam int unsigned Destinations = 4,
  localparam int unsigned Slots = 2,
  localparam int unsigned Bits = Units * Destinations
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [Slots-1:0]   check_valid_i,
  input  wire logic [Slots-1:0]   check_partial_i,
  input  wire logic [Slots*8-1:0] check_unit_i,
  input  wire logic [Slots*8-1:0] check_compressed_i,
  input  wire logic [Bits-1:0]    written_moves_i,
  input  wire logic               room_free_i,
  output logic      [7:0]         move_unit_o,
  output logic      [7:0]         move_destination_o,
  output logic                    move_valid_o,
  output logic      [Units-1:0]   hold_units_o
);

  logic [Bits-1:0] wanted;
  for (genvar u = 0; u < Units; u++) begin : gen_wanted
    logic [Destinations*Slots-1:0] by_slot;
    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      assign by_slot[Destinations*s +: Destinations] =
          check_compressed_i[8*s +: Destinations] &
          {Destinations{check_valid_i[s] && check_partial_i[s] && check_unit_i[8*s +: 8] == 8'(u)}};
    end
    assign wanted[Destinations*u +: Destinations] =
        by_slot[0 +: Destinations] | by_slot[Destinations +: Destinations];
  end
  logic unused_compressed;
  assign unused_compressed = ^{check_compressed_i[7:4], check_compressed_i[15:12]};

  logic [Bits-1:0] todo_d, todo_q, pending_d, pending_q;
  logic [5:0] last_d, last_q;  // the MOV issued last
  logic issued_d, issued_q;    // at the edge before
  logic [Bits-1:0] later, candidates, chosen;

  always_comb begin
    later = todo_q & ({Bits{1'b1}} << (7'(last_q) + 7'd1));
    candidates = (later != '0) ? later : todo_q;
    chosen = candidates & (~candidates + Bits'(1));  // the lowest
    issued_d = room_free_i && !issued_q && todo_q != '0;
    if (!issued_d) begin
      chosen = '0;
    end
    last_d = issued_d ? '0 : last_q;
    for (int unsigned i = 0; i < Bits; i++) begin
      if (chosen[i]) begin
        last_d = last_d | 6'(i);
      end
    end
    todo_d = (todo_q | wanted) & ~chosen;
    pending_d = (pending_q & ~written_moves_i) | chosen;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      todo_q <= '0;
      pending_q <= '0;
      last_q <= '1;
      issued_q <= 1'b0;
    end else begin
      todo_q <= todo_d;
      pending_q <= pending_d;
      last_q <= last_d;
      issued_q <= issued_d;
    end
  end

  // The rotation starts behind the last bit, which nobody is to see.
  assign move_unit_o = issued_q ? 8'(last_q[5:2]) : '0;
  assign move_destination_o = issued_q ? 8'(last_q[1:0]) : '0;
  assign move_valid_o = issued_q;
  for (genvar u = 0; u < Units; u++) begin : gen_hold
    assign hold_units_o[u] = (todo_q[Destinations*u +: Destinations] |
                              pending_q[Destinations*u +: Destinations]) != '0;
    // What is held is let go only when its last MOV is written.
    `HEDDLE_ASSERT_NEXT(HeldUntilWritten,
                        hold_units_o[u] && written_moves_i[Destinations*u +: Destinations] == '0,
                        hold_units_o[u])
  end

  `HEDDLE_ASSERT(MoveIsPending, !move_valid_o || pending_q[last_q])
  `HEDDLE_ASSERT_NEXT(EveryOtherCycle, move_valid_o, !move_valid_o)

endmodule
`default_nettype wire
