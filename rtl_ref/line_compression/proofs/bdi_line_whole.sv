// A compressor and a decompressor behind it restore what the parts of one encoding restore of the line: they lay base, mask
// and deltas out, and find them again, alike. With bdi_line_value, which is about those parts, a line is restored unchanged.
// Asked is about lines that are stored in Encoding, which is zero (0), repeated (1), uncompressed (8), or has deltas. That
// nothing of this is called corrupt is proven, too. Broken changes one stored bit.
`default_nettype none

module bdi_line_whole #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Base = 0,
  parameter int unsigned Encoding = 2,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic            clk_i,
  input  wire logic [Bits-1:0] data_i,
  input  wire logic            valid_i,
  output logic                 wrong_o
);

  logic [1023:0] stored, restored;
  logic [Bits-1:0] line_q, direct, direct_q;
  logic [7:0] unused_length;
  logic [3:0] encoding, encoding_q;
  logic compressed, stored_valid, restored_valid, corrupt;

  bdi_line_compressor #(
    .Latency(1),
    .LineBytes(LineBytes),
    .Base(Base)
  ) u_compressor (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_data_i(1024'(data_i)),
    .req_valid_i(valid_i),
    .rsp_data_o(stored),
    .rsp_length_o(unused_length),
    .rsp_compressed_o(compressed),
    .rsp_valid_o(stored_valid)
  );

  bdi_line_decompressor #(
    .Latency(1),
    .LineBytes(LineBytes),
    .Base(Base)
  ) u_decompressor (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_data_i({stored[1023:9], stored[8] ^ Broken, stored[7:0]}),
    .req_compressed_i(compressed),
    .req_valid_i(stored_valid),
    .rsp_data_o(restored),
    .rsp_corrupt_o(corrupt),
    .rsp_valid_o(restored_valid)
  );

  assign encoding = compressed ? {1'b0, stored[2:0]} : 4'd8;

  always_ff @(posedge clk_i) begin
    line_q <= data_i;
    direct_q <= direct;
    encoding_q <= encoding;
  end

  if (Encoding < 2 || Encoding > 7) begin : gen_no_deltas
    assign direct = line_q;
  end else begin : gen_deltas
    localparam int unsigned B = Encoding == 6 ? 2 : (Encoding == 3 || Encoding == 5) ? 4 : 8;
    localparam int unsigned D = Encoding == 7 ? 4 : (Encoding == 4 || Encoding == 5) ? 2 : 1;
    localparam int unsigned Values = LineBytes / B;
    logic [Values-1:0] wide, unused_set, unused_narrow;
    logic [8*B-1:0] base;
    logic [8*D*Values-1:0] deltas;
    logic unused_fits;

    bdi_line_base #(.LineBytes(LineBytes), .ValueBytes(B), .DeltaBytes(D), .Base(Base)) u_base (
      .line_i(line_q),
      .wide_o(wide),
      .base_o(base)
    );
    bdi_line_deltas #(.LineBytes(LineBytes), .ValueBytes(B), .DeltaBytes(D)) u_deltas (
      .line_i(line_q),
      .wide_i(wide),
      .base_i(base),
      .deltas_o(deltas),
      .fits_o(unused_fits)
    );
    bdi_line_sums #(.LineBytes(LineBytes), .ValueBytes(B)) u_sums (
      .size_i(3'(D)),
      .base_i(base),
      .zero_i(~wide),
      .deltas_i((Bits/2)'(deltas)),
      .line_o(direct),
      .set_o(unused_set),
      .narrow_o(unused_narrow)
    );
  end

  assign wrong_o = restored_valid && encoding_q == 4'(Encoding) && (corrupt || restored != 1024'(direct_q));

endmodule
`default_nettype wire
