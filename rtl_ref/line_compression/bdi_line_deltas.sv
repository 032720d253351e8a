// SPDX-License-Identifier: Apache-2.0
// Second step of one encoding of bdi_line_compressor: the delta of each value, its distance from the
// base when it is wide and else from zero, modulo 2^ValueBits; and whether the deltas hold the line.
`default_nettype none

module bdi_line_deltas #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned ValueBytes = 8,
  parameter int unsigned DeltaBytes = 1,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned ValueBits = 8 * ValueBytes,
  localparam int unsigned DeltaBits = 8 * DeltaBytes,
  localparam int unsigned Values = LineBytes / ValueBytes
) (
  input  wire logic [Bits-1:0]             line_i,
  input  wire logic [Values-1:0]           wide_i,
  input  wire logic [ValueBits-1:0]        base_i,
  output logic      [DeltaBits*Values-1:0] deltas_o,
  output logic                             fits_o
);

  logic [Values-1:0] fits;

  for (genvar i = 0; i < Values; i++) begin : gen_delta
    logic [ValueBits-1:0] distance;
    logic [ValueBits-DeltaBits:0] upper;
    assign distance = line_i[ValueBits*i +: ValueBits] - base_i;
    assign upper = distance[ValueBits-1:DeltaBits-1];
    assign fits[i] = !wide_i[i] || upper == '0 || upper == '1;
    assign deltas_o[DeltaBits*i +: DeltaBits] =
        wide_i[i] ? distance[DeltaBits-1:0] : line_i[ValueBits*i +: DeltaBits];
  end

  assign fits_o = &fits;

endmodule
`default_nettype wire
