// What one encoding of bdi_line_compressor makes of a line, laid out as its table says, is restored by bdi_line_decompressor as
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
  input  wire logic            clk_i,
  input  wire logic [Bits-1:0] line_i,
  output logic                 wrong_o
);

  logic [Values-1:0] wide, unused_set, unused_narrow;
  logic [8*ValueBytes-1:0] base;
  logic [8*DeltaBytes*Values-1:0] deltas;
  logic [Bits-1:0] direct, direct_q;
  logic [1023:0] stored, restored;
  logic fits, fits_q, corrupt, unused_valid;

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

  assign stored = 1024'({deltas, ~wide, base ^ (8*ValueBytes)'(Broken), 8'(Number)});

  bdi_line_decompressor #(
    .Latency(1),
    .LineBytes(LineBytes),
    .Base(Base)
  ) u_decompressor (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_data_i(stored),
    .req_compressed_i(1'b1),
    .req_valid_i(1'b1),
    .rsp_data_o(restored),
    .rsp_corrupt_o(corrupt),
    .rsp_valid_o(unused_valid)
  );

  always_ff @(posedge clk_i) begin
    direct_q <= direct;
    fits_q <= fits;
  end

  assign wrong_o = restored != 1024'(direct_q) || (fits_q && corrupt);

endmodule
`default_nettype wire
