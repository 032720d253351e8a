// SPDX-License-Identifier: Apache-2.0
// A register compressed thread by thread is restored unchanged, two edges later, whatever stands in the bytes beyond each
// thread's width, in banks that were not written. Broken lets one byte too many be lost: a proof that still succeeds
// then proves nothing.
`default_nettype none

module thread_round_trip #(
  parameter bit Broken = 1'b0
) (
  input  wire logic          clk_i,
  input  wire logic [1023:0] data_i,
  input  wire logic [1023:0] noise_i,
  input  wire logic          valid_i,
  output logic               wrong_o
);

  logic [1023:0] stored, read, restored, before1_q, before2_q;
  logic [63:0] widths;
  logic [1:0] widest;
  logic stored_valid, restored_valid;

  thread_compressor #(
    .Latency(1)
  ) u_compressor (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_data_i(data_i),
    .req_lanes_i('1),
    .req_valid_i(valid_i),
    .rsp_data_o(stored),
    .rsp_widths_o(widths),
    .rsp_widest_o(widest),
    .rsp_valid_o(stored_valid)
  );

  for (genvar i = 0; i < 32; i++) begin : gen_lane
    for (genvar k = 0; k < 4; k++) begin : gen_byte
      assign read[8*(32*k+i) +: 8] =
          3'(k) <= 3'(widths[2*i +: 2]) - 3'(Broken && widths[2*i +: 2] != 2'd0 && i == 7)
          ? stored[8*(32*k+i) +: 8] : noise_i[8*(32*k+i) +: 8];
    end
  end

  thread_decompressor #(
    .Latency(1)
  ) u_decompressor (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_data_i(read),
    .req_widths_i(widths),
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
