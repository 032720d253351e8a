// SPDX-License-Identifier: Apache-2.0
// What bdi_line_encode, the work of bdi_line_compressor, stores of a line is what one encoding makes of it, laid out as the table says, and that encoding
// holds the line; or the line itself. With bdi_line_layout and bdi_line_value, every line is restored unchanged. Broken changes
// one stored bit.
`default_nettype none

module bdi_line_selection #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Base = 0,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic            clk_i,
  input  wire logic [Bits-1:0] line_i,
  output logic                 wrong_o
);

  logic [Bits-1:0] made, stored;
  logic [7:0] unused_length;
  logic compressed, unused_valid;

  bdi_line_encode #(
    .LineBytes(LineBytes),
    .Base(Base)
  ) u_encode (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .line_i(line_i),
    .valid_i(1'b1),
    .result_o(made),
    .length_o(unused_length),
    .compressed_o(compressed),
    .valid_o(unused_valid)
  );

  assign stored = made ^ (Bits'(Broken) << 8);

  localparam int unsigned Encodings = 8;
  localparam logic [4*Encodings-1:0] ValueBytes = {4'd8, 4'd2, 4'd4, 4'd8, 4'd4, 4'd8, 4'd8, 4'd0};
  localparam logic [4*Encodings-1:0] DeltaBytes = {4'd4, 4'd1, 4'd2, 4'd2, 4'd1, 4'd1, 4'd0, 4'd0};

  logic [Encodings-1:0] right;
  assign right[0] = line_i == '0 && stored == '0;
  assign right[1] = line_i == {(LineBytes/8){line_i[63:0]}} && stored == Bits'({line_i[63:0], 8'd1});

  for (genvar e = 2; e < Encodings; e++) begin : gen_encoding
    localparam int unsigned B = 32'(ValueBytes[4*e +: 4]);
    localparam int unsigned D = 32'(DeltaBytes[4*e +: 4]);
    localparam int unsigned Values = LineBytes / B;
    logic [8*B-1:0] base;
    logic [Values-1:0] wide;
    logic [8*D*Values-1:0] deltas;
    logic fits;

    bdi_line_base #(
      .LineBytes(LineBytes),
      .ValueBytes(B),
      .DeltaBytes(D),
      .Base(Base)
    ) u_base (
      .line_i(line_i),
      .wide_o(wide),
      .base_o(base)
    );

    bdi_line_deltas #(
      .LineBytes(LineBytes),
      .ValueBytes(B),
      .DeltaBytes(D)
    ) u_deltas (
      .line_i(line_i),
      .wide_i(wide),
      .base_i(base),
      .deltas_o(deltas),
      .fits_o(fits)
    );

    assign right[e] = fits && stored == Bits'({deltas, ~wide, base, 8'(e)});
  end

  assign wrong_o = compressed ? !right[stored[2:0]] : stored != line_i;

endmodule
`default_nettype wire
