// SPDX-License-Identifier: Apache-2.0
// The choice of a register spill unit, once the SM is quiet (Jeon2015, section 8.1). Bit w of each set
// is warp w.
//
//   of the warps                          is chosen
//   one not held is starved               to spill, the highest resident one that is not held, but
//                                         not the lowest starved one
//   none is, and one that is held could   to fill, the lowest of these, if there is room; else to
//   go on, since it is not waiting        spill, the highest resident one that is not held
//   neither, or none is there to spill    none
//
// Latency     none, combinational.
`default_nettype none

module spill_choice #(
  parameter int unsigned Warps = 64
) (
  input  wire logic             room_i,
  input  wire logic [Warps-1:0] held_i,
  input  wire logic [Warps-1:0] resident_i,
  input  wire logic [Warps-1:0] starved_i,
  input  wire logic [Warps-1:0] waiting_i,
  output logic                  fill_o,
  output logic      [Warps-1:0] warp_o  // one-hot, or zero
);

  logic [Warps-1:0] starved, lowest_starved, back, lowest_back, out, mirrored, lowest_mirrored;
  logic [Warps-1:0] highest_out;

  always_comb begin
    starved = starved_i & ~held_i;
    lowest_starved = starved & (~starved + Warps'(1));
    back = held_i & ~waiting_i;
    lowest_back = back & (~back + Warps'(1));
    out = resident_i & ~held_i & ~lowest_starved;
    for (int unsigned w = 0; w < Warps; w++) begin
      mirrored[w] = out[Warps-1-w];
    end
    lowest_mirrored = mirrored & (~mirrored + Warps'(1));
    for (int unsigned w = 0; w < Warps; w++) begin
      highest_out[w] = lowest_mirrored[Warps-1-w];
    end
    fill_o = starved == '0 && back != '0 && room_i;
    warp_o = fill_o ? lowest_back : highest_out & {Warps{starved != '0 || back != '0}};
  end

endmodule
`default_nettype wire
