// SPDX-License-Identifier: Apache-2.0
// Any warp that is filled gets back the registers of its last spill, and is held from the spill
// command to the end of the fill. Broken takes registers without a command for a spill, too.
`default_nettype none

module register_spill_unit_keeps #(
  parameter int unsigned Warps = 8,
  parameter int unsigned Registers = 4,
  parameter bit Broken = 1'b0,
  localparam int unsigned WarpBits = $clog2(Warps)
) (
  input  wire logic                 clk_i,
  input  wire logic [WarpBits-1:0]  chosen_i,
  input  wire logic                 quiet_i,
  input  wire logic                 room_i,
  input  wire logic [Warps-1:0]     resident_i,
  input  wire logic [Warps-1:0]     starved_i,
  input  wire logic [Warps-1:0]     waiting_i,
  input  wire logic                 done_i,
  input  wire logic [Registers-1:0] done_registers_i,
  output logic                      wrong_o
);

  logic started_q = 1'b0;
  logic command, fill, spills_d, spills_q, fills_d, fills_q, out_d, out_q;
  logic [WarpBits-1:0] chosen_q, warp;
  logic [Registers-1:0] registers, told_q;
  logic [Warps-1:0] held;

  spill_control #(
    .Warps(Warps),
    .Registers(Registers),
    .QuietEdges(2)
  ) u_control (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .quiet_i(quiet_i),
    .room_i(room_i),
    .resident_i(resident_i),
    .starved_i(starved_i),
    .waiting_i(waiting_i),
    .done_i(done_i),
    .done_registers_i(done_registers_i),
    .command_o(command),
    .fill_o(fill),
    .warp_o(warp),
    .registers_o(registers),
    .held_o(held)
  );

  // Of the chosen warp: a command to spill or to fill is carried out, its registers are out.
  always_comb begin
    spills_d = spills_q || (command && !fill && warp == chosen_q);
    fills_d = fills_q || (command && fill && warp == chosen_q);
    out_d = (out_q || spills_d) && !(fills_d && done_i);
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      chosen_q <= chosen_i;
      spills_q <= 1'b0;
      fills_q <= 1'b0;
      out_q <= 1'b0;
    end else begin
      spills_q <= spills_d && !done_i;
      fills_q <= fills_d && !done_i;
      out_q <= out_d;
      if (done_i && (spills_d || Broken)) begin
        told_q <= done_registers_i;
      end
    end
  end

  assign wrong_o = started_q && ((command && fill && warp == chosen_q &&
                                  (!out_q || registers != told_q)) ||
                                 held[chosen_q] != (out_q || spills_d));

endmodule
`default_nettype wire
