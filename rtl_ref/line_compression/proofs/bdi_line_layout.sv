// SPDX-License-Identifier: Apache-2.0
// What one encoding of bdi_line_compressor makes of a line, laid out as its table says, is restored by bdi_line_decode as
// the sums of that encoding restore it, and not called corrupt when the deltas hold the line. With bdi_line_value, which is
// about these sums, every line is restored unchanged from its bytes in any encoding with deltas that holds it. Broken changes
// one stored bit.
`default_nettype none

module bdi_line_layout #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned ValueBytes = 8,
  parameter int unsigned DeltaBytes = 1,
  parameter int unsigned Number = 2,
  parameter int unsigned Base = 0,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned Values = LineBytes / ValueBytes
) (
  input  wire logic [Bits-1:0] line_i,
  output logic                 wrong_o
);

  logic [Values-1:0] wide, unused_set, unused_narrow;
  logic [8*ValueBytes-1:0] base;
  logic [8*DeltaBytes*Values-1:0] deltas;
  logic [Bits-1:0] direct, stored, restored;
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
    .base_i(base),
    .deltas_o(deltas),
    .fits_o(fits)
  );

  bdi_line_sums #(
    .LineBytes(LineBytes),
    .ValueBytes(ValueBytes)
  ) u_sums (
    .size_i(3'(DeltaBytes)),
    .base_i(base),
    .zero_i(~wide),
    .deltas_i((Bits/2)'(deltas)),
    .line_o(direct),
    .set_o(unused_set),
    .narrow_o(unused_narrow)
  );

  assign stored = Bits'({deltas, ~wide, base ^ (8*ValueBytes)'(Broken), 8'(Number)});

  bdi_line_decode #(
    .LineBytes(LineBytes),
    .Base(Base)
  ) u_decode (
    .bytes_i(stored),
    .compressed_i(1'b1),
    .result_o(restored),
    .corrupt_o(corrupt)
  );

  assign wrong_o = restored != direct || (fits && corrupt);

endmodule
`default_nettype wire
