// A line that is compressed and decompressed again is the same, two edges later, and not called corrupt. Asked is about the
// lines whose encodings have their bit in Encodings; bit 8: uncompressed. Broken changes one bit of what is stored: a
// proof that still succeeds then proves nothing.
`default_nettype none

module bdi_line_round_trip #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Base = 0,
  parameter int unsigned Encodings = 511,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic            clk_i,
  input  wire logic [Bits-1:0] data_i,
  input  wire logic            valid_i,
  output logic                 wrong_o
);

  logic [1023:0] stored, restored;
  logic [Bits-1:0] before1_q, before2_q;
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
    .req_data_i({stored[1023:8], stored[7:0] ^ {4'b0, Broken, 3'b0}}),
    .req_compressed_i(compressed),
    .req_valid_i(stored_valid),
    .rsp_data_o(restored),
    .rsp_corrupt_o(corrupt),
    .rsp_valid_o(restored_valid)
  );

  assign encoding = compressed ? {1'b0, stored[2:0]} : 4'd8;

  always_ff @(posedge clk_i) begin
    before1_q <= data_i;
    before2_q <= before1_q;
    encoding_q <= encoding;
  end

  assign wrong_o = restored_valid && Encodings[encoding_q] && (corrupt || restored != 1024'(before2_q));

endmodule
`default_nettype wire
