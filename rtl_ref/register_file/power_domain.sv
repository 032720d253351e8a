// SPDX-License-Identifier: Apache-2.0
// Power of one domain: consecutive entries of one register bank behind one sleep transistor.
//
// Latency     inputs are sampled at a rising edge; the outputs show the state after it. From
//             gated, awake_o shows after 1 + WakeUp edges, the first of which samples need_i.
// Reset       asynchronous; gated.
//
//   state    need_i   holding_i   next
//   gated    0        -           gated
//   gated    1        -           waking for WakeUp edges, then awake; need_i may fall meanwhile
//   awake    0        0           gated
//   awake    otherwise            awake
`include "rtl_ref/assertions.svh"
`default_nettype none

module power_domain #(
  parameter int unsigned WakeUp = 10,
  localparam int unsigned LeftBits = (WakeUp < 2) ? 1 : $clog2(WakeUp + 1)
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,
  input  wire logic need_i,
  input  wire logic holding_i,  // a valid entry, after this edge
  output logic      awake_o,
  output logic      gated_o
);

  logic powered_d, powered_q, awake_d, awake_q;
  logic [LeftBits-1:0] left_d, left_q;  // edges until awake

  always_comb begin
    powered_d = powered_q;
    awake_d = awake_q;
    left_d = left_q;
    if (!powered_q) begin
      powered_d = need_i;
      awake_d = need_i && WakeUp == 0;
      left_d = LeftBits'(WakeUp);
    end else if (awake_q) begin
      awake_d = need_i || holding_i;
      powered_d = awake_d;
    end else begin
      awake_d = left_q == LeftBits'(1);
      left_d = left_q - 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      powered_q <= 1'b0;
      awake_q <= 1'b0;
      left_q <= '0;
    end else begin
      powered_q <= powered_d;
      awake_q <= awake_d;
      left_q <= left_d;
    end
  end

  assign awake_o = awake_q;
  assign gated_o = !powered_q;

  `HEDDLE_ASSERT(AwakeIsPowered, !awake_q || powered_q)
  `HEDDLE_ASSERT(WakingCounts,
                 !powered_q || awake_q || (left_q != '0 && left_q <= LeftBits'(WakeUp)))

endmodule
`default_nettype wire
