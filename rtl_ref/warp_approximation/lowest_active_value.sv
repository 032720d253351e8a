// SPDX-License-Identifier: Apache-2.0
// The value of the lowest active lane; 0 when no lane is active. Combinational.
`default_nettype none

module lowest_active_value #(
  localparam int unsigned Lanes = 32,
  localparam int unsigned LaneBits = 32,
  localparam int unsigned Bits = Lanes * LaneBits
) (
  input  wire logic [Bits-1:0]     data_i,
  input  wire logic [Lanes-1:0]    active_i,
  output logic      [LaneBits-1:0] value_o
);

  logic [4:0] lane;
  logic any;
  logic [LaneBits-1:0] value;

  lane_encoder u_encoder (
    .lanes_i(active_i),
    .lane_o(lane),
    .any_o(any)
  );

  lane_mux u_mux (
    .data_i(data_i),
    .lane_i(lane),
    .value_o(value)
  );

  assign value_o = value & {LaneBits{any}};

endmodule
`default_nettype wire
