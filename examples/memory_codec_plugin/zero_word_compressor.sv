// SPDX-License-Identifier: Apache-2.0
// Leaves out the words of a line of 128 bytes that are zero. rsp_* shows the result of req_* after Latency rising edges; a
// request every cycle, never stalled. Reset is asynchronous and loses what is inside.
//
// Bit w of the lowest word of rsp_data_o says that word w of the line is not zero; these words follow, from the lowest on,
// and zeros after them. rsp_length_o: bytes. A line that does not become shorter stays as it is, and rsp_compressed_o is
// low.
module zero_word_compressor #(
  parameter int unsigned Latency = 2
) (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic [1023:0] req_data_i,
  input  logic          req_valid_i,
  output logic [1023:0] rsp_data_o,
  output logic [7:0]    rsp_length_o,
  output logic          rsp_compressed_o,
  output logic          rsp_valid_o
);
  logic [31:0] marks;
  logic [1023:0] words;
  logic [7:0] length;
  always_comb begin
    words = '0;
    length = 8'd4;
    for (int w = 31; w >= 0; w--) begin
      marks[w] = req_data_i[32*w +: 32] != '0;
      if (marks[w]) begin
        words = {words[991:0], req_data_i[32*w +: 32]};
        length = length + 8'd4;
      end
    end
  end
  wire compressed = length < 8'd128;

  // Together, so that one pipeline holds all of a response.
  localparam int unsigned Bits = 1024 + 8 + 1;
  wire [Bits-1:0] result = compressed ? {1'b1, length, words[991:0], marks} : {1'b0, 8'd128, req_data_i};
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
  assign {rsp_compressed_o, rsp_length_o, rsp_data_o} = results[Bits*Latency-1 -: Bits];
  assign rsp_valid_o = valid[Latency-1];
endmodule
