// SPDX-License-Identifier: Apache-2.0
// The work of bdi_line_compressor, whose table shows the layout: all encodings of a line, and the first
// that holds it.
//
// Split       between finding wide values and bases and making deltas is a register, and what leaves
//             belongs to the line of the edge before. Without it there are no registers.
`default_nettype none

module bdi_line_encode #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Base = 0,
  parameter bit Split = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic            clk_i,
  input  wire logic            rst_ni,
  input  wire logic [Bits-1:0] line_i,
  input  wire logic            valid_i,
  output logic      [Bits-1:0] result_o,
  output logic      [7:0]      length_o,
  output logic                 compressed_o,
  output logic                 valid_o
);

  // Bytes of a value and of a delta by encoding, the highest number first; 0 and 1 have no deltas.
  localparam int unsigned Encodings = 8;
  localparam logic [4*Encodings-1:0] ValueBytes = {4'd8, 4'd2, 4'd4, 4'd8, 4'd4, 4'd8, 4'd8, 4'd0};
  localparam logic [4*Encodings-1:0] DeltaBytes = {4'd4, 4'd1, 4'd2, 4'd2, 4'd1, 4'd1, 4'd0, 4'd0};

  logic [Bits-1:0] line_q;
  logic valid_q;

  if (Split) begin : gen_split
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
      end else begin
        valid_q <= valid_i;
      end
    end

    always_ff @(posedge clk_i) line_q <= line_i;
  end else begin : gen_whole
    assign valid_q = valid_i;
    assign line_q = line_i;
  end

  // Every encoding: does it hold the line, its bytes and its length.
  logic [Encodings-1:0] fits;
  logic [Bits*Encodings-1:0] packed_lines;
  logic [8*Encodings-1:0] lengths;

  assign fits[0] = line_q == '0;
  assign packed_lines[Bits-1:0] = '0;
  assign lengths[7:0] = 8'd1;

  assign fits[1] = line_q[Bits-1:64] == line_q[Bits-65:0];
  assign packed_lines[Bits +: Bits] = Bits'({line_q[63:0], 8'd1});
  assign lengths[15:8] = 8'd9;

  for (genvar e = 2; e < Encodings; e++) begin : gen_encoding
    localparam int unsigned B = 32'(ValueBytes[4*e +: 4]);
    localparam int unsigned D = 32'(DeltaBytes[4*e +: 4]);
    localparam int unsigned Values = LineBytes / B;
    logic [8*B-1:0] base, base_q;
    logic [Values-1:0] wide, wide_q;
    logic [8*D*Values-1:0] deltas;

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

    if (Split) begin : gen_split
      always_ff @(posedge clk_i) begin
        wide_q <= wide;
        base_q <= base;
      end
    end else begin : gen_whole
      assign wide_q = wide;
      assign base_q = base;
    end

    bdi_line_deltas #(
      .LineBytes(LineBytes),
      .ValueBytes(B),
      .DeltaBytes(D)
    ) u_deltas (
      .line_i(line_q),
      .wide_i(wide_q),
      .base_i(base_q),
      .deltas_o(deltas),
      .fits_o(fits[e])
    );

    assign packed_lines[Bits*e +: Bits] = Bits'({deltas, ~wide_q, base_q, 8'(e)});
    assign lengths[8*e +: 8] = 8'(1 + B + Values / 8 + Values * D);
  end

  // The first that holds the line.
  always_comb begin
    result_o = line_q;
    length_o = 8'(LineBytes);
    for (int unsigned e = Encodings; e > 0; e--) begin
      if (fits[e-1]) begin
        result_o = packed_lines[Bits*(e-1) +: Bits];
        length_o = lengths[8*(e-1) +: 8];
      end
    end
  end

  assign compressed_o = |fits;
  assign valid_o = valid_q;

  // Only registers have a clock.
  logic unused_clock;
  assign unused_clock = clk_i ^ rst_ni;

endmodule
`default_nettype wire
