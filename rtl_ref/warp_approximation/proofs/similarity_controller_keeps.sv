// SPDX-License-Identifier: Apache-2.0
// From its pins alone, for bounds that do not cross each other: d lies within the bounds of its
// launch; without a launch it changes by Step at most, only at the last edge of a window, and only
// when it is controlled; it grows only after a count below the target, and shrinks only after one
// above it.
`default_nettype none

module similarity_controller_keeps #(
  parameter int unsigned Window = 16,
  parameter int unsigned Step = 3,
  parameter int unsigned Hysteresis = 2
) (
  input  wire logic        clk_i,
  input  wire logic [15:0] launch_target_i,
  input  wire logic [4:0]  launch_least_i,
  input  wire logic [4:0]  launch_most_i,
  input  wire logic [4:0]  launch_initial_i,
  input  wire logic        launch_enabled_i,
  input  wire logic        launch_valid_i,
  input  wire logic [3:0]  similar_found_i,
  output logic             wrong_o
);

  logic [4:0] d;
  logic [17:0] counted;

  similarity_controller #(
    .Window(Window),
    .Step(Step),
    .Hysteresis(Hysteresis)
  ) u_controller (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .launch_target_i(launch_target_i),
    .launch_least_i(launch_least_i),
    .launch_most_i(launch_most_i),
    .launch_initial_i(launch_initial_i),
    .launch_enabled_i(launch_enabled_i),
    .launch_valid_i(launch_valid_i),
    .similar_found_i(similar_found_i),
    .state_d_o(d),
    .state_counted_o(counted)
  );

  // The edge of the window, what the launch said, and d before the edge.
  logic [15:0] edge_q, target_q;
  logic ended_q, enabled_q, launched_q;
  logic [4:0] least_q, most_q, before_q;
  always_ff @(posedge clk_i) begin
    edge_q <= (launch_valid_i || edge_q == 16'(Window - 1)) ? '0 : edge_q + 16'd1;
    ended_q <= !launch_valid_i && edge_q == 16'(Window - 1);
    launched_q <= launch_valid_i;
    before_q <= d;
    if (launch_valid_i) begin
      enabled_q <= launch_enabled_i;
      target_q <= launch_target_i;
      least_q <= launch_least_i;
      most_q <= launch_most_i;
    end
  end

  logic lawful, outside, grows, shrinks, moves_wrongly;
  always_comb begin
    lawful = least_q <= most_q;
    outside = d < least_q || d > most_q;
    grows = d > before_q;
    shrinks = d < before_q;
    moves_wrongly = (grows || shrinks) &&
                    (!ended_q || !enabled_q ||
                     (grows && (d - before_q > 5'(Step) || counted >= 18'(target_q))) ||
                     (shrinks && (before_q - d > 5'(Step) || counted <= 18'(target_q))));
  end

  assign wrong_o = lawful && (outside || (moves_wrongly && !launched_q));

endmodule
`default_nettype wire
