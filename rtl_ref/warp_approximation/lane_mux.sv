// SPDX-License-Identifier: Apache-2.0
// The value of one lane of a warp register. Combinational.
`default_nettype none

module lane_mux #(
  localparam int unsigned Lanes = 32,
  localparam int unsigned LaneBits = 32,
  localparam int unsigned Bits = Lanes * LaneBits
) (
  input  wire logic [Bits-1:0]     data_i,
  input  wire logic [4:0]          lane_i,
  output logic      [LaneBits-1:0] value_o
);

  assign value_o = data_i[{lane_i, 5'd0} +: LaneBits];

endmodule
`default_nettype wire
