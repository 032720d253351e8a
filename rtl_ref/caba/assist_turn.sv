// SPDX-License-Identifier: Apache-2.0
// The next one in turn: of the candidates the lowest behind the one that was chosen last, or if there is none
// the lowest of all.
//
// Function    chosen_o has one bit, or none without a candidate, in the cycle of the candidates.
// Latency     the choice of this cycle is the last one from the next edge on.
// Reset       asynchronous; entry 0 is the next one in turn.
`default_nettype none

module assist_turn #(
  parameter int unsigned Entries = 8
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [Entries-1:0] candidates_i,
  output logic      [Entries-1:0] chosen_o
);

  // Bit e: entry e is behind the one that was chosen last. None is behind the last entry, nor after a reset.
  logic [Entries-1:0] behind_d, behind_q, preferred, first;

  always_comb begin
    preferred = candidates_i & behind_q;
    if (preferred == '0) begin
      preferred = candidates_i;
    end
    first = preferred & (~preferred + Entries'(1));  // the lowest
    behind_d = behind_q;
    if (candidates_i != '0) begin
      // Above a bit lie those that are in neither it nor what lies below it.
      behind_d = ~(first | (first - Entries'(1)));
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      behind_q <= '0;
    end else begin
      behind_q <= behind_d;
    end
  end

  assign chosen_o = first;

endmodule
`default_nettype wire
