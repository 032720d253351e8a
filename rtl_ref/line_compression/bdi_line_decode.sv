// SPDX-License-Identifier: Apache-2.0
// The work of bdi_line_decompressor, whose table says what comes out: a line from its stored bytes, and
// whether a compressor makes these. There are no registers.
`default_nettype none

module bdi_line_decode #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Base = 0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] bytes_i,
  input  wire logic            compressed_i,
  output logic      [Bits-1:0] result_o,
  output logic                 corrupt_o
);

  logic [2:0] encoding;
  assign encoding = bytes_i[2:0];

  // One bit high, where the encoding has deltas of 4, 2 or 1 bytes, for values of 8, 4 and 2 bytes.
  localparam int unsigned Sizes = 3;
  logic [3*Sizes-1:0] delta_sizes;
  assign delta_sizes[2:0] = {encoding == 3'd7, encoding == 3'd4, encoding == 3'd2};
  assign delta_sizes[5:3] = {1'b0, encoding == 3'd5, encoding == 3'd3};
  assign delta_sizes[8:6] = {2'b00, encoding == 3'd6};

  logic [Bits*Sizes-1:0] lines;
  logic [Sizes-1:0] corrupt_values;

  for (genvar s = 0; s < Sizes; s++) begin : gen_size
    localparam int unsigned B = 8 >> s;
    localparam int unsigned Values = LineBytes / B;
    logic [8*B-1:0] base;
    logic [Values-1:0] zero, set, narrow;
    assign base = bytes_i[8 +: 8*B];
    assign zero = bytes_i[8+8*B +: Values];

    bdi_line_sums #(
      .LineBytes(LineBytes),
      .ValueBytes(B)
    ) u_sums (
      .size_i(delta_sizes[3*s +: 3]),
      .base_i(base),
      .zero_i(zero),
      .deltas_i(bytes_i[8+8*B+Values +: Bits/2]),
      .line_o(lines[Bits*s +: Bits]),
      .set_o(set),
      .narrow_o(narrow)
    );

    bdi_line_check #(
      .ValueBits(8 * B),
      .Values(Values),
      .Base(Base)
    ) u_check (
      .base_i(base),
      .value0_i(lines[Bits*s +: 8*B]),
      .zero_i(zero),
      .set_i(set),
      .narrow_i(narrow),
      .corrupt_o(corrupt_values[s])
    );
  end

  always_comb begin
    result_o = lines[Bits-1:0];
    corrupt_o = corrupt_values[0];
    if (encoding == 3'd3 || encoding == 3'd5) begin
      result_o = lines[Bits +: Bits];
      corrupt_o = corrupt_values[1];
    end
    if (encoding == 3'd6) begin
      result_o = lines[2*Bits +: Bits];
      corrupt_o = corrupt_values[2];
    end
    if (encoding == 3'd0) begin
      result_o = '0;
      corrupt_o = 1'b0;
    end
    if (encoding == 3'd1) begin
      result_o = {(LineBytes/8){bytes_i[71:8]}};
      corrupt_o = 1'b0;
    end
    if (bytes_i[7:3] != '0) corrupt_o = 1'b1;
    if (!compressed_i) begin
      result_o = bytes_i;
      corrupt_o = 1'b0;
    end
  end

endmodule
`default_nettype wire
