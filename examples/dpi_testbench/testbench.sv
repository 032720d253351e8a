// SPDX-License-Identifier: Apache-2.0
// A testbench of one's own for RTL of the BDI compressor: registers of an affine value, some with random lanes, and now
// and then none. The check that is bound to the RTL compares it with Heddle's model at each clock edge.
module testbench;
  logic clk_i = 1'b0, rst_ni = 1'b0;
  logic [31:0][31:0] next;
  logic [1023:0] req_data_i = '0;
  logic req_valid_i = 1'b0;
  logic [1023:0] rsp_data_o;
  logic [2:0] rsp_encoding_o;
  logic rsp_valid_o;

  bdi_compressor dut (.*);
  bind bdi_compressor bdi_compressor_model_check check (.*);

  always #5 clk_i = ~clk_i;

  initial begin
    repeat (2) @(negedge clk_i);
    rst_ni = 1'b1;
    repeat (2000) begin
      @(negedge clk_i);
      for (int lane = 0; lane < 32; ++lane)
        next[lane] = $urandom_range(60) == 0 ? $urandom : 32'd1000 + 32'(lane);
      req_data_i = next;  // at once: see tb/dpi/README.md
      req_valid_i = $urandom_range(3) != 0;
    end
    $finish;
  end
endmodule
