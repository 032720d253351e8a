// SPDX-License-Identifier: Apache-2.0
// Restores a line of 128 bytes from what zero_word_compressor has made of it. rsp_* shows the result of req_* after Latency
// rising edges; a request every cycle, never stalled. Reset is asynchronous and loses what is inside.
//
// rsp_corrupt_o: the compressor makes these bytes of no line. A marked word is zero, or there is something after the marked
// words, or the line would have stayed as it is.
module zero_word_decompressor #(
  parameter int unsigned Latency = 2
) (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic [1023:0] req_data_i,
  input  logic          req_compressed_i,
  input  logic          req_valid_i,
  output logic [1023:0] rsp_data_o,
  output logic          rsp_corrupt_o,
  output logic          rsp_valid_o
);
  logic [1023:0] line;
  logic [991:0] rest;
  logic [5:0] count;
  logic wrong;
  always_comb begin
    rest = req_data_i[1023:32];
    line = '0;
    count = '0;
    wrong = 1'b0;
    for (int w = 0; w < 32; w++)
      if (req_data_i[w]) begin
        line[32*w +: 32] = rest[31:0];
        wrong = wrong || rest[31:0] == '0;
        rest = {32'b0, rest[991:32]};
        count = count + 6'd1;
      end
    wrong = wrong || rest != '0 || count > 6'd30;
  end

  localparam int unsigned Bits = 1024 + 1;
  wire [Bits-1:0] result = req_compressed_i ? {wrong, line} : {1'b0, req_data_i};
  logic [Bits*Latency-1:0] results;
  logic [Latency-1:0] valid;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      results <= '0;
      valid <= '0;
    end else begin
      results <= (Bits * Latency)'({results, result});
      valid <= Latency'({valid, req_valid_i});
    end
  assign {rsp_corrupt_o, rsp_data_o} = results[Bits*Latency-1 -: Bits];
  assign rsp_valid_o = valid[Latency-1];
endmodule
