// SPDX-License-Identifier: Apache-2.0
// Power of one SIMT lane behind its sleep transistor. One counter serves both directions: it holds
// the edges that are left until a waking lane is on, or until one that is on is gated.
//
// Latency     inputs are sampled at a rising edge; the outputs show the state behind it. From
//             gated, on_o shows behind 1 + WakeUp edges, the first of which samples wanted_i.
// Reset       asynchronous; gated.
//
//   state    wanted_i   busy_i   next
//   gated    0          -        gated
//   gated    1          -        waking for WakeUp edges, then on; wanted_i may fall meanwhile
//   on       0          0        gated if this is the last of IdleDetect such edges in a row
//   on       otherwise           on
`include "rtl_ref/assertions.svh"
`default_nettype none

module lane_power_domain #(
  parameter int unsigned IdleDetect = 10,
  parameter int unsigned WakeUp = 3,
  localparam int unsigned Most = (WakeUp > IdleDetect) ? WakeUp : IdleDetect,
  localparam int unsigned LeftBits = $clog2(Most + 1)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,
  input  wire logic wanted_i,
  input  wire logic busy_i,
  output logic      on_o,
  output logic      gated_o
);

  logic powered_d, powered_q, on_d, on_q, last;
  logic [LeftBits-1:0] left_d, left_q;

  always_comb begin
    powered_d = powered_q;
    on_d = on_q;
    last = left_q == LeftBits'(1);
    left_d = left_q - 1'b1;
    if (!powered_q) begin
      powered_d = wanted_i;
      on_d = wanted_i && WakeUp == 0;
      left_d = (WakeUp == 0) ? LeftBits'(IdleDetect) : LeftBits'(WakeUp);
    end else if (!on_q) begin
      on_d = last;
      left_d = last ? LeftBits'(IdleDetect) : left_q - 1'b1;
    end else if (wanted_i || busy_i) begin
      left_d = LeftBits'(IdleDetect);
    end else begin
      on_d = !last;
      powered_d = !last;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      powered_q <= 1'b0;
      on_q <= 1'b0;
      left_q <= '0;
    end else begin
      powered_q <= powered_d;
      on_q <= on_d;
      left_q <= left_d;
    end
  end

  assign on_o = on_q;
  assign gated_o = !powered_q;

  `HEDDLE_ASSERT(OnIsPowered, !on_q || powered_q)
  `HEDDLE_ASSERT(LeftIsInRange,
                 !powered_q || (left_q != '0 &&
                                left_q <= LeftBits'(on_q ? IdleDetect : WakeUp)))
  `HEDDLE_ASSERT_NEXT(WantedIsNotGated, wanted_i, !gated_o)
  `HEDDLE_ASSERT_NEXT(BusyStaysOn, on_o && busy_i, on_o)

endmodule
`default_nettype wire
