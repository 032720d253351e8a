// SPDX-License-Identifier: Apache-2.0
// A register spill unit of any size (Jeon2015, section 8.1): one command after another, each after
// the last of QuietEdges quiet edges in a row, none of which precedes the end of the last command.
// Its contract is that of register_spill_unit.
`include "rtl_ref/assertions.svh"
`default_nettype none

module spill_control #(
  parameter int unsigned Warps = 64,  // a power of two
  parameter int unsigned Registers = 64,
  parameter int unsigned QuietEdges = 8,  // a power of two
  localparam int unsigned WarpBits = $clog2(Warps)
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,
  input  wire logic                 quiet_i,
  input  wire logic                 room_i,
  input  wire logic [Warps-1:0]     resident_i,
  input  wire logic [Warps-1:0]     starved_i,
  input  wire logic [Warps-1:0]     waiting_i,
  input  wire logic                 done_i,
  input  wire logic [Registers-1:0] done_registers_i,
  output logic                      command_o,
  output logic                      fill_o,
  output logic      [WarpBits-1:0]  warp_o,
  output logic      [Registers-1:0] registers_o,
  output logic      [Warps-1:0]     held_o
);

  localparam int unsigned QuietBits = $clog2(QuietEdges);

  logic fills;
  logic [Warps-1:0] chosen;
  spill_choice #(
    .Warps(Warps)
  ) u_choice (
    .room_i(room_i),
    .held_i(held_o),
    .resident_i(resident_i),
    .starved_i(starved_i),
    .waiting_i(waiting_i),
    .fill_o(fills),
    .warp_o(chosen)
  );

  // warp_q and fill_q are those of the command that is carried out, or was last.
  logic busy_d, busy_q, command_d, command_q, fill_d, fill_q, ends;
  logic [WarpBits-1:0] warp_d, warp_q;
  logic [Warps-1:0] held_d, held_q;
  logic [QuietBits-1:0] quiet_d, quiet_q;  // edges in a row before this one; one less than QuietEdges do

  always_comb begin
    ends = busy_q && done_i;
    command_d = !busy_q && quiet_i && quiet_q == '1 && chosen != '0;
    busy_d = busy_q ? !done_i : command_d;
    quiet_d = (busy_q || !quiet_i || command_d) ? '0
              : (quiet_q == '1) ? quiet_q : quiet_q + QuietBits'(1);
    fill_d = fill_q;
    warp_d = warp_q;
    held_d = held_q;
    if (command_d) begin
      fill_d = fills;
      warp_d = '0;
      for (int unsigned w = 0; w < Warps; w++) begin
        if (chosen[w]) begin
          warp_d = warp_d | WarpBits'(w);
        end
      end
      held_d = held_q | chosen;  // who is filled is held already
    end
    if (ends && fill_q) begin
      held_d = held_q & ~(Warps'(1) << warp_q);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      command_q <= 1'b0;
      fill_q <= 1'b0;
      warp_q <= '0;
      held_q <= '0;
      quiet_q <= '0;
    end else begin
      busy_q <= busy_d;
      command_q <= command_d;
      fill_q <= fill_d;
      warp_q <= warp_d;
      held_q <= held_d;
      quiet_q <= quiet_d;
    end
  end

  logic [Registers-1:0] set;
  spilled_sets #(
    .Warps(Warps),
    .Registers(Registers)
  ) u_sets (
    .clk_i(clk_i),
    .read_i(command_d),
    .read_warp_i(warp_d),
    .write_i(ends && !fill_q),
    .write_warp_i(warp_q),
    .write_set_i(done_registers_i),
    .set_o(set)
  );

  assign command_o = command_q;
  assign fill_o = fill_q;
  assign warp_o = warp_q;
  assign registers_o = set & {Registers{fill_q}};
  assign held_o = held_q;

  `HEDDLE_ASSERT(WhoIsMovedIsHeld, !busy_q || held_q[warp_q])
  `HEDDLE_ASSERT(ACommandIsCarriedOut, !command_q || busy_q)
  `HEDDLE_ASSERT(NoneIsCountedMeanwhile, !busy_q || quiet_q == '0)
  `HEDDLE_ASSERT_NEXT(NoneBeforeTheEnd, busy_q, !command_q)

endmodule
`default_nettype wire
