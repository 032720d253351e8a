// The values of a line that the deltas of one encoding hold are restored from base, mask and deltas, and not called corrupt.
`default_nettype none

module bdi_line_values_round_trip #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned ValueBytes = 8,
  parameter int unsigned DeltaBytes = 1,
  parameter int unsigned Base = 0,
  parameter bit Free = 0, parameter bit A=1, parameter bit C=1, parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned Values = LineBytes / ValueBytes
) (
  input  wire logic            clk_i,
  input  wire logic [Bits-1:0] line_i,
  input  wire logic [8*ValueBytes-1:0] base_i,
  output logic                 wrong_o
);

  logic [Values-1:0] wide;
  logic [8*ValueBytes-1:0] base;
  logic [8*DeltaBytes*Values-1:0] deltas;
  logic [Bits-1:0] restored;
  logic fits, corrupt;

  bdi_line_base #(
    .LineBytes(LineBytes),
    .ValueBytes(ValueBytes),
    .DeltaBytes(DeltaBytes),
    .Base(Base)
  ) u_base (
    .line_i(line_i),
    .wide_o(wide),
    .base_o(base)
  );

  bdi_line_deltas #(
    .LineBytes(LineBytes),
    .ValueBytes(ValueBytes),
    .DeltaBytes(DeltaBytes)
  ) u_deltas (
    .line_i(line_i),
    .wide_i(wide),
    .base_i(Free ? base_i : base),
    .deltas_o(deltas),
    .fits_o(fits)
  );

  bdi_line_sums #(
    .LineBytes(LineBytes),
    .ValueBytes(ValueBytes),
    .Base(Base)
  ) u_sums (
    .size_i(3'(DeltaBytes)),
    .base_i(Free ? base_i : base),
    .zero_i(~wide),
    .deltas_i((Bits/2)'({deltas[8*DeltaBytes*Values-1:1], deltas[0] ^ Broken})),
    .line_o(restored),
    .corrupt_o(corrupt)
  );

  assign wrong_o = fits && ((C && corrupt) || (A && restored != line_i));

endmodule
`default_nettype wire
