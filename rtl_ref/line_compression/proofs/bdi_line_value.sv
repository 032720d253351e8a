// SPDX-License-Identifier: Apache-2.0
// One value of a line, for any base, in all six encodings with deltas: what the deltas hold is restored; and what is restored
// from any delta has that delta again, unless it is called narrow, which it is when no compressor takes it from the base.
// Values of a line do not depend on one another but through the base. Broken changes one bit of a delta on the way, or the
// mask.
`default_nettype none

module bdi_line_value #(
  parameter bit Broken = 1'b0
) (
  input  wire logic        clk_i,
  input  wire logic [63:0] value_i,
  input  wire logic [63:0] base_i,
  input  wire logic [31:0] delta_i,
  input  wire logic        zero_i,
  output logic             wrong_o
);

  localparam int unsigned Shapes = 6;
  localparam logic [4*Shapes-1:0] ValueBytes = {4'd8, 4'd2, 4'd4, 4'd8, 4'd4, 4'd8};
  localparam logic [4*Shapes-1:0] DeltaBytes = {4'd4, 4'd1, 4'd2, 4'd2, 4'd1, 4'd1};

  logic [Shapes-1:0] wrong_value, wrong_delta;

  for (genvar s = 0; s < Shapes; s++) begin : gen_shape
    localparam int unsigned B = 32'(ValueBytes[4*s +: 4]);
    localparam int unsigned D = 32'(DeltaBytes[4*s +: 4]);

    // From a value to its delta and back.
    logic wide, fits, unused_set, unused_narrow;
    logic [8*B-1:0] unused_base, restored;
    logic [8*D-1:0] delta;

    bdi_line_base #(.LineBytes(B), .ValueBytes(B), .DeltaBytes(D), .Base(0)) u_base (
      .line_i(value_i[8*B-1:0]),
      .wide_o(wide),
      .base_o(unused_base)
    );
    bdi_line_deltas #(.LineBytes(B), .ValueBytes(B), .DeltaBytes(D)) u_deltas (
      .line_i(value_i[8*B-1:0]),
      .wide_i(wide),
      .base_i(base_i[8*B-1:0]),
      .deltas_o(delta),
      .fits_o(fits)
    );
    bdi_line_sums #(.LineBytes(B), .ValueBytes(B)) u_sums (
      .size_i(3'(D)),
      .base_i(base_i[8*B-1:0]),
      .zero_i(!wide),
      .deltas_i((4*B)'(delta ^ (8*D)'(Broken))),
      .line_o(restored),
      .set_o(unused_set),
      .narrow_o(unused_narrow)
    );
    assign wrong_value[s] = fits && restored != value_i[8*B-1:0];

    // From a delta to a value and back.
    logic back_wide, back_fits, set, narrow;
    logic [8*B-1:0] unused_back_base, made;
    logic [8*D-1:0] back_delta;

    bdi_line_sums #(.LineBytes(B), .ValueBytes(B)) u_back_sums (
      .size_i(3'(D)),
      .base_i(base_i[8*B-1:0]),
      .zero_i(zero_i),
      .deltas_i((4*B)'(delta_i[8*D-1:0])),
      .line_o(made),
      .set_o(set),
      .narrow_o(narrow)
    );
    bdi_line_base #(.LineBytes(B), .ValueBytes(B), .DeltaBytes(D), .Base(0)) u_back_base (
      .line_i(made),
      .wide_o(back_wide),
      .base_o(unused_back_base)
    );
    bdi_line_deltas #(.LineBytes(B), .ValueBytes(B), .DeltaBytes(D)) u_back_deltas (
      .line_i(made),
      .wide_i(back_wide),
      .base_i(base_i[8*B-1:0]),
      .deltas_o(back_delta),
      .fits_o(back_fits)
    );
    assign wrong_delta[s] = set != (delta_i[8*D-1:0] != '0) ||
                            (zero_i ? back_wide : back_wide == narrow) ||
                            ((zero_i || !narrow) && (!back_fits || back_delta != delta_i[8*D-1:0]));
  end

  assign wrong_o = wrong_value != '0 || wrong_delta != '0;

  logic unused_clock;
  assign unused_clock = clk_i;

endmodule
`default_nettype wire
