// SPDX-License-Identifier: Apache-2.0
// First step of one encoding of bdi_line_compressor: which values of the line are wide, so that no
// delta from zero holds them, and the base: the first wide value, or zero when there is none
// (Base = 0), or value 0 (Base = 1).
`default_nettype none

module bdi_line_base #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned ValueBytes = 8,
  parameter int unsigned DeltaBytes = 1,
  parameter int unsigned Base = 0,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned ValueBits = 8 * ValueBytes,
  localparam int unsigned DeltaBits = 8 * DeltaBytes,
  localparam int unsigned Values = LineBytes / ValueBytes
) (
  input  wire logic [Bits-1:0]      line_i,
  output logic      [Values-1:0]    wide_o,
  output logic      [ValueBits-1:0] base_o
);

  for (genvar i = 0; i < Values; i++) begin : gen_wide
    logic [ValueBits-DeltaBits:0] upper;
    assign upper = line_i[ValueBits*i+DeltaBits-1 +: ValueBits-DeltaBits+1];
    assign wide_o[i] = upper != '0 && upper != '1;
  end

  if (Base == 0) begin : gen_first_wide
    logic [Values-1:0] first;
    assign first = wide_o & ~(wide_o - 1'b1);

    always_comb begin
      base_o = '0;
      for (int unsigned i = 0; i < Values; i++) begin
        base_o = base_o | (line_i[ValueBits*i +: ValueBits] & {ValueBits{first[i]}});
      end
    end
  end else begin : gen_first_value
    assign base_o = line_i[ValueBits-1:0];
  end

  // The low bits of a value do not tell whether it is wide.
  logic unused_low;
  assign unused_low = ^line_i;

endmodule
`default_nettype wire
