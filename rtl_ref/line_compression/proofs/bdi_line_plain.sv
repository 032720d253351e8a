// Stored bytes without deltas are restored: a line that is zero, a repeated value, and an uncompressed line. Broken changes one
// stored bit.
`default_nettype none

module bdi_line_plain #(
  parameter int unsigned LineBytes = 128,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic            clk_i,
  input  wire logic [Bits-1:0] line_i,
  input  wire logic [1:0]      kind_i,
  output logic                 wrong_o
);

  logic [Bits-1:0] line, line_q, restored_line;
  logic [1023:0] stored, restored;
  logic compressed, corrupt, unused_valid;

  // 0: zero. 1: repeated. Else uncompressed.
  always_comb begin
    compressed = kind_i < 2'd2;
    line = line_i;
    stored = 1024'(line_i);
    if (kind_i == 2'd0) begin
      line = '0;
      stored = '0;
    end
    if (kind_i == 2'd1) begin
      line = {(LineBytes/8){line_i[63:0]}};
      stored = 1024'({line_i[63:0], 8'd1});
    end
  end

  bdi_line_decompressor #(
    .Latency(1),
    .LineBytes(LineBytes)
  ) u_decompressor (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_data_i(stored ^ (1024'(Broken) << 8)),
    .req_compressed_i(compressed),
    .req_valid_i(1'b1),
    .rsp_data_o(restored),
    .rsp_corrupt_o(corrupt),
    .rsp_valid_o(unused_valid)
  );

  always_ff @(posedge clk_i) line_q <= line;

  assign restored_line = restored[Bits-1:0];
  assign wrong_o = corrupt || restored_line != line_q;

endmodule
`default_nettype wire
