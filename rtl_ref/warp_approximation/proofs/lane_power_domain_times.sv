// SPDX-License-Identifier: Apache-2.0
// From its pins alone: a lane that stays wanted is on behind 1 + WakeUp edges at the latest, none is
// on sooner than WakeUp edges after it began to wake, and a lane that is on is gated behind
// IdleDetect idle edges in a row, neither sooner nor later.
`default_nettype none

module lane_power_domain_times #(
  parameter int unsigned IdleDetect = 10,
  parameter int unsigned WakeUp = 3,
  localparam int unsigned CountBits = 9
) (
  input  wire logic clk_i,
  input  wire logic wanted_i,
  input  wire logic busy_i,
  output logic      wrong_o
);

  logic on, gated, was_on_q;
  logic [CountBits-1:0] waits_d, waits_q;  // edges in a row at which it was wanted and not on
  logic [CountBits-1:0] wakes_d, wakes_q;  // edges in a row at which it was waking
  logic [CountBits-1:0] idles_d, idles_q;  // edges in a row at which it was idle

  lane_power_domain #(
    .IdleDetect(IdleDetect),
    .WakeUp(WakeUp)
  ) u_domain (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .wanted_i(wanted_i),
    .busy_i(busy_i),
    .on_o(on),
    .gated_o(gated)
  );

  always_comb begin
    waits_d = (wanted_i && !on) ? waits_q + 1'b1 : '0;
    wakes_d = (!on && !gated) ? wakes_q + 1'b1 : '0;
    idles_d = (on && !wanted_i && !busy_i) ? idles_q + 1'b1 : '0;
  end

  always_ff @(posedge clk_i) begin
    was_on_q <= on;
    waits_q <= waits_d;
    wakes_q <= wakes_d;
    idles_q <= idles_d;
  end

  assign wrong_o = (on && gated) || (!on && waits_q > CountBits'(WakeUp)) ||
                   (on && !was_on_q && wakes_q != CountBits'(WakeUp)) ||
                   (was_on_q && gated != (idles_q == CountBits'(IdleDetect)));

endmodule
`default_nettype wire
