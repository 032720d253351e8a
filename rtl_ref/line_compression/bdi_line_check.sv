// SPDX-License-Identifier: Apache-2.0
// Whether a compressor makes this base and mask of a line (bdi_line_decompressor): the base is the
// first value that is no distance from zero, or zero when there is none (Base = 0), or the line's
// first value (Base = 1); and no value is from the base that zero would hold.
//
// zero_i      bit i: value i is a distance from zero.
// set_i       bit i: delta i is not zero.
// narrow_i    bit i: value i, if it is from the base, is one that a delta from zero would hold.
`default_nettype none

module bdi_line_check #(
  parameter int unsigned ValueBits = 64,
  parameter int unsigned Values = 16,
  parameter int unsigned Base = 0
) (
  input  wire logic [ValueBits-1:0] base_i,
  input  wire logic [ValueBits-1:0] value0_i,
  input  wire logic [Values-1:0]    zero_i,
  input  wire logic [Values-1:0]    set_i,
  input  wire logic [Values-1:0]    narrow_i,
  output logic                      corrupt_o
);

  logic wrong_base;

  if (Base == 0) begin : gen_first_wide
    logic [Values-1:0] first;
    assign first = ~zero_i & ~(~zero_i - 1'b1);
    assign wrong_base = (first & set_i) != '0 || (&zero_i && base_i != '0);
  end else begin : gen_first_value
    assign wrong_base = value0_i != base_i;
  end

  assign corrupt_o = wrong_base || (~zero_i & narrow_i) != '0;

  // Each rule looks at one of them.
  logic unused;
  assign unused = (^value0_i) ^ (^set_i);

endmodule
`default_nettype wire
