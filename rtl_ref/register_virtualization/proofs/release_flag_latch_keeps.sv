// SPDX-License-Identifier: Apache-2.0
// Any flags of any warp are what a read shows of its next two instructions when as many instructions have
// been taken as the place in the pir says; before the first load, and behind the last instruction of a pir,
// a read shows none. Broken expects that an instruction which is taken in the cycle of the load does not
// count.
`default_nettype none

module release_flag_latch_keeps #(
  parameter int unsigned Warps = 48,
  parameter bit Broken = 1'b0
) (
  input  wire logic        clk_i,
  input  wire logic [7:0]  chosen_warp_i,
  input  wire logic [4:0]  chosen_place_i,
  input  wire logic [7:0]  step_warp_i,
  input  wire logic        step_loads_i,
  input  wire logic [53:0] step_flags_i,
  input  wire logic [1:0]  step_taken_i,
  input  wire logic        step_valid_i,
  input  wire logic [7:0]  read_warp_i,
  input  wire logic        read_valid_i,
  output logic             wrong_o
);

  localparam logic [4:0] LastPlace = 5'd17;

  logic started_q = 1'b0, read_q, asked_q;
  logic [7:0] warp_q;
  logic [4:0] place_q;
  logic [5:0] next;
  logic answered;

  release_flag_latch #(
    .Warps(Warps)
  ) u_latch (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .step_warp_i(step_warp_i),
    .step_loads_i(step_loads_i),
    .step_flags_i(step_flags_i),
    .step_taken_i(step_taken_i),
    .step_valid_i(step_valid_i),
    .read_warp_i(read_warp_i),
    .read_valid_i(read_valid_i),
    .next_flags_o(next),
    .next_valid_o(answered)
  );

  // The flags at the chosen place of the last pir, and the instructions ahead of that place.
  logic steps, waits_d, waits_q;
  logic [2:0] flags_d, flags_q;
  logic [4:0] ahead_d, ahead_q;
  logic [1:0] taken;

  always_comb begin
    steps = step_valid_i && step_warp_i == warp_q && warp_q < 8'(Warps);
    flags_d = flags_q;
    ahead_d = ahead_q;
    waits_d = waits_q;
    taken = Broken && step_loads_i ? 2'd0 : step_taken_i;
    if (steps && step_loads_i) begin
      waits_d = 1'b1;
      ahead_d = place_q;
      flags_d = '0;
      for (int unsigned k = 0; k < 18; k++) begin
        if (place_q == 5'(k)) begin
          flags_d = step_flags_i[3*k +: 3];
        end
      end
    end
    if (steps) begin
      waits_d = waits_d && ahead_d >= {3'd0, taken};
      ahead_d = ahead_d - {3'd0, taken};
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    read_q <= started_q && read_valid_i;
    asked_q <= started_q && read_valid_i && read_warp_i == warp_q;
    warp_q <= started_q ? warp_q : chosen_warp_i;
    place_q <= started_q ? place_q : (chosen_place_i <= LastPlace ? chosen_place_i : LastPlace);
    flags_q <= flags_d;
    ahead_q <= ahead_d;
    waits_q <= started_q && waits_d;
  end

  // Whatever waits for the last place, nothing lies behind it.
  assign wrong_o = started_q &&
                   (answered != read_q ||
                    (asked_q && waits_q && ahead_q == 5'd0 && next[2:0] != flags_q) ||
                    (asked_q && waits_q && ahead_q == 5'd1 && next[5:3] != flags_q) ||
                    (asked_q && waits_q && ahead_q == 5'd0 && place_q == LastPlace &&
                     next[5:3] != '0) ||
                    (asked_q && !waits_q && place_q == LastPlace && next != '0));

endmodule
`default_nettype wire
