// SPDX-License-Identifier: Apache-2.0
// Says which warp's registers go to memory and which come back, when one CTA can claim more registers
// than there are (Jeon2015, section 8.1).
//
// Sets        bit w of state_resident_i, _starved_i, _waiting_i and hold_warps_o is warp w: it has
//             registers; its next instruction finds none; it stands at a barrier; it must not issue,
//             because it is spilled, or on its way out or back. Bit r of *_registers is register r.
// state       state_quiet_i: nothing of any warp is under way, and none can issue; state_room_i: in
//             each cluster, as many registers are free as a warp may need.
// command     stands for one cycle. With command_fill_o command_registers_o of warp command_warp_o
//             are to come back, those of its last spill; else all registers that it has are to go to
//             memory, and command_registers_o is zero. spill_choice has the rule.
// done        the command has been carried out; done_registers_i have gone to memory, if it was to
//             spill. Without a command it means nothing; it may come in the cycle of the command.
// Latency     inputs are sampled at a rising edge. A command shows after the last of eight edges in
//             a row that saw the SM quiet, none of them before or at that of the last done: it may
//             take as long until the SM is seen to go on. Edges while there is nothing to command
//             count, too. hold_warps_o changes with a command to spill, and after the edge of a
//             fill's done.
// Reset       asynchronous; no command, and no warp is held: all outputs are zero.
`default_nettype none

module register_spill_unit (
  input  wire logic        clk_i,
  input  wire logic        rst_ni,
  input  wire logic        state_quiet_i,
  input  wire logic        state_room_i,
  input  wire logic [63:0] state_resident_i,
  input  wire logic [63:0] state_starved_i,
  input  wire logic [63:0] state_waiting_i,
  input  wire logic [63:0] done_registers_i,
  input  wire logic        done_valid_i,
  output logic      [63:0] command_registers_o,
  output logic      [7:0]  command_warp_o,
  output logic             command_fill_o,
  output logic             command_valid_o,
  output logic      [63:0] hold_warps_o
);

  logic [5:0] warp;
  spill_control #(
    .Warps(64),
    .Registers(64),
    .QuietEdges(8)
  ) u_control (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .quiet_i(state_quiet_i),
    .room_i(state_room_i),
    .resident_i(state_resident_i),
    .starved_i(state_starved_i),
    .waiting_i(state_waiting_i),
    .done_i(done_valid_i),
    .done_registers_i(done_registers_i),
    .command_o(command_valid_o),
    .fill_o(command_fill_o),
    .warp_o(warp),
    .registers_o(command_registers_o),
    .held_o(hold_warps_o)
  );
  assign command_warp_o = 8'(warp);

endmodule
`default_nettype wire
