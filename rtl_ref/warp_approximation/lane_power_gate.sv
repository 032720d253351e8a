// SPDX-License-Identifier: Apache-2.0
// Switches off the idle lanes of one SP unit, and wakes those that an instruction wants (Wong2016,
// section 5.7): each of the 32 SIMT lanes is a power domain of its own.
//
// Lanes       bit i of all pins is lane i.
// demand      demand_wanted_i: the lanes of the instruction to be dispatched next, until the cycle
//             of its dispatch, in which all of them are on. demand_busy_i: the lanes of
//             instructions in any stage, from the cycle behind their dispatch on; of a lane that is
//             not on it is ignored.
// power       power_on_o: ready to execute; power_gated_o: switched off. A lane in neither wakes.
// Latency     inputs are sampled at a rising edge; the outputs show the state behind it. From
//             demand_wanted_i to power_on_o it takes 1 + WakeUp edges (lane_power_domain).
// Reset       asynchronous; all lanes are gated.
`default_nettype none

module lane_power_gate #(
  parameter int unsigned IdleDetect = 10,
  parameter int unsigned WakeUp = 3,
  localparam int unsigned Lanes = 32
) (
  input  wire logic             clk_i,
  input  wire logic             rst_ni,
  input  wire logic [Lanes-1:0] demand_wanted_i,
  input  wire logic [Lanes-1:0] demand_busy_i,
  output logic      [Lanes-1:0] power_on_o,
  output logic      [Lanes-1:0] power_gated_o
);

  if (IdleDetect < 1 || IdleDetect > 255) begin : gen_check_idle_detect
    $error("lane_power_gate: IdleDetect must be 1 to 255");
  end
  if (WakeUp > 64) begin : gen_check_wake_up
    $error("lane_power_gate: WakeUp must be 0 to 64");
  end

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    lane_power_domain #(
      .IdleDetect(IdleDetect),
      .WakeUp(WakeUp)
    ) u_domain (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .wanted_i(demand_wanted_i[i]),
      .busy_i(demand_busy_i[i]),
      .on_o(power_on_o[i]),
      .gated_o(power_gated_o[i])
    );
  end

endmodule
`default_nettype wire
