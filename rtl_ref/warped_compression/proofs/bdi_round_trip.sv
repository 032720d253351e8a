// SPDX-License-Identifier: Apache-2.0
// A register that is compressed and decompressed again is the same, two edges later. Broken changes one bit on the way:
// a proof that still succeeds then proves nothing.
`default_nettype none

module bdi_round_trip #(
  parameter int unsigned Choices = 7,
  parameter bit Broken = 1'b0
) (
  input  wire logic          clk_i,
  input  wire logic [1023:0] data_i,
  input  wire logic          valid_i,
  output logic               wrong_o
);

  logic [1023:0] stored, restored, before1_q, before2_q;
  logic [2:0] encoding;
  logic stored_valid, restored_valid;

  bdi_compressor #(
    .Latency(1),
    .Choices(Choices)
  ) u_compressor (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_data_i(data_i),
    .req_valid_i(valid_i),
    .rsp_data_o(stored),
    .rsp_encoding_o(encoding),
    .rsp_valid_o(stored_valid)
  );

  bdi_decompressor #(
    .Latency(1),
    .Choices(Choices)
  ) u_decompressor (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_data_i({stored[1023:40], stored[39] ^ (Broken && (encoding == 3'd1 || encoding[2])), stored[38:0]}),
    .req_encoding_i(encoding),
    .req_valid_i(stored_valid),
    .rsp_data_o(restored),
    .rsp_valid_o(restored_valid)
  );

  always_ff @(posedge clk_i) begin
    before1_q <= data_i;
    before2_q <= before1_q;
  end

  assign wrong_o = restored_valid && restored != before2_q;

endmodule
`default_nettype wire
