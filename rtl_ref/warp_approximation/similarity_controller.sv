// SPDX-License-Identifier: Apache-2.0
// Moves d so that the rate of new similar instructions stays at a target (Wong2016, section 6.1).
//
// launch      the target of a window, the bounds of d, its first value, and whether it is
//             controlled at all; without that it stays. d is brought within its bounds; of bounds
//             that cross each other launch_most_i holds. The edge belongs to no window.
// similar     bit i: result i is new and similar.
// Windows     of Window edges, one behind the other, the first from the edge behind a launch or a
//             reset on. At the last one what was found in the window, at that edge too, is
//             compared: with less than target - Hysteresis d grows by Step, with more than
//             target + Hysteresis it shrinks by Step, within its bounds.
// state       d, and what was found in the last window; 0 when there was none.
// Latency     inputs are sampled at a rising edge; state_* changes behind the last edge of a
//             window, and behind that of a launch.
// Reset       asynchronous; d is 0 and not controlled: all outputs are zero.
`include "rtl_ref/assertions.svh"
`default_nettype none

module similarity_controller #(
  parameter int unsigned Window = 1000,
  parameter int unsigned Step = 1,
  parameter int unsigned Hysteresis = 5,
  localparam int unsigned Results = 4
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [15:0]        launch_target_i,
  input  wire logic [4:0]         launch_least_i,
  input  wire logic [4:0]         launch_most_i,
  input  wire logic [4:0]         launch_initial_i,
  input  wire logic               launch_enabled_i,
  input  wire logic               launch_valid_i,
  input  wire logic [Results-1:0] similar_found_i,
  output logic      [4:0]         state_d_o,
  output logic      [17:0]        state_counted_o
);

  if (Window < 16 || Window > 65535) begin : gen_check_window
    $error("similarity_controller: Window must be 16 to 65535");
  end
  if (Step < 1 || Step > 31) begin : gen_check_step
    $error("similarity_controller: Step must be 1 to 31");
  end
  if (Hysteresis > 1023) begin : gen_check_hysteresis
    $error("similarity_controller: Hysteresis must be 0 to 1023");
  end

  localparam int unsigned EdgeBits = $clog2(Window);
  localparam int unsigned CountBits = $clog2(Results * Window + 1);
  localparam int unsigned SumBits = 19;  // of a count or a target and the hysteresis

  logic enabled_d, enabled_q;
  logic [15:0] target_d, target_q;
  logic [4:0] least_d, least_q, most_d, most_q, d_d, d_q;
  logic [EdgeBits-1:0] edge_d, edge_q;  // of the window
  logic [CountBits-1:0] count_d, count_q, total, counted_d, counted_q;

  // A launch replaces the configuration and restarts the window.
  logic last;
  always_comb begin
    enabled_d = launch_valid_i ? launch_enabled_i : enabled_q;
    target_d = launch_valid_i ? launch_target_i : target_q;
    least_d = launch_valid_i ? launch_least_i : least_q;
    most_d = launch_valid_i ? launch_most_i : most_q;

    total = count_q;
    for (int unsigned i = 0; i < Results; i++) begin
      total = total + CountBits'(similar_found_i[i]);
    end
    last = edge_q == EdgeBits'(Window - 1);
    edge_d = (last || launch_valid_i) ? '0 : edge_q + 1'b1;
    count_d = (last || launch_valid_i) ? '0 : total;
    counted_d = launch_valid_i ? '0 : last ? total : counted_q;
  end

  // d, before it is brought within its bounds.
  logic decides, more, less;
  logic [5:0] wanted;
  always_comb begin
    decides = last && enabled_q;
    more = decides && SumBits'(total) + SumBits'(Hysteresis) < SumBits'(target_q);
    less = decides && SumBits'(total) > SumBits'(target_q) + SumBits'(Hysteresis);
    wanted = 6'(d_q);
    if (launch_valid_i) begin
      wanted = 6'(launch_initial_i);
    end else if (more) begin
      wanted = 6'(d_q) + 6'(Step);
    end else if (less) begin
      wanted = (d_q < 5'(Step)) ? '0 : 6'(d_q) - 6'(Step);
    end
  end

  always_comb begin
    d_d = wanted[4:0];
    if (wanted < 6'(least_d)) begin
      d_d = least_d;
    end
    if (wanted > 6'(most_d) || least_d > most_d) begin
      d_d = most_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enabled_q <= 1'b0;
      target_q <= '0;
      least_q <= '0;
      most_q <= '0;
      d_q <= '0;
      edge_q <= '0;
      count_q <= '0;
      counted_q <= '0;
    end else begin
      enabled_q <= enabled_d;
      target_q <= target_d;
      least_q <= least_d;
      most_q <= most_d;
      d_q <= d_d;
      edge_q <= edge_d;
      count_q <= count_d;
      counted_q <= counted_d;
    end
  end

  assign state_d_o = d_q;
  assign state_counted_o = 18'(counted_q);

  `HEDDLE_ASSERT(DIsWithinItsBounds, d_q <= most_q && (d_q >= least_q || least_q > most_q))
  `HEDDLE_ASSERT(EdgeIsOfTheWindow, edge_q < EdgeBits'(Window - 1) || last)

endmodule
`default_nettype wire
