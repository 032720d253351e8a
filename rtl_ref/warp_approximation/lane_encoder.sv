// SPDX-License-Identifier: Apache-2.0
// A priority encoder: the number of the lowest lane that is set, found by halving the lanes; 0 with any_o
// low when none is. Combinational.
`default_nettype none

module lane_encoder #(
  localparam int unsigned Lanes = 32
) (
  input  wire logic [Lanes-1:0] lanes_i,
  output logic      [4:0]       lane_o,
  output logic                  any_o
);

  logic [15:0] half;
  logic [7:0] quarter;
  logic [3:0] eighth;
  logic [1:0] pair;
  logic [4:0] lane;

  // Where the lower part is empty the lane is in the upper one.
  always_comb begin
    lane[4] = lanes_i[15:0] == '0;
    half = lane[4] ? lanes_i[31:16] : lanes_i[15:0];
    lane[3] = half[7:0] == '0;
    quarter = lane[3] ? half[15:8] : half[7:0];
    lane[2] = quarter[3:0] == '0;
    eighth = lane[2] ? quarter[7:4] : quarter[3:0];
    lane[1] = eighth[1:0] == '0;
    pair = lane[1] ? eighth[3:2] : eighth[1:0];
    lane[0] = !pair[0];
  end

  assign any_o = pair != '0;
  assign lane_o = lane & {5{any_o}};

endmodule
`default_nettype wire
