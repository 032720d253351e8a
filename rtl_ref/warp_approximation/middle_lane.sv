// SPDX-License-Identifier: Apache-2.0
// The active lane in the middle: of n active lanes that with floor(n / 2) active lanes below it, found by
// halving the lanes. Without an active lane the number means nothing. Combinational.
`default_nettype none

module middle_lane #(
  localparam int unsigned Lanes = 32
) (
  input  wire logic [Lanes-1:0] active_i,
  output logic      [4:0]       lane_o
);

  logic [5:0] active, rank, count;
  logic [Lanes-1:0] rest;

  // When the lower half of what is left has no more active lanes than are to be passed over (rank), the
  // wanted one is in the upper half.
  always_comb begin
    active = '0;
    for (int unsigned i = 0; i < Lanes; i++) begin
      active = active + 6'(active_i[i]);
    end
    rank = active >> 1;
    rest = active_i;
    lane_o = '0;
    for (int unsigned k = 0; k < 5; k++) begin
      count = '0;
      for (int unsigned i = 0; i < (Lanes >> (k + 1)); i++) begin
        count = count + 6'(rest[i]);
      end
      if (rank >= count) begin
        lane_o[4-k] = 1'b1;
        rank = rank - count;
        rest = rest >> (Lanes >> (k + 1));
      end
    end
  end

endmodule
`default_nettype wire
