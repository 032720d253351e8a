// free_register_counter, style: unique and priority.
module free_register_counter (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [63:0] launch_counts_i,
  input  logic        launch_valid_i,
  input  logic [7:0]  claim_valid_i,
  input  logic [15:0] claim_clusters_i,
  input  logic [3:0]  freed_valid_i,
  input  logic [63:0] freed_registers_i,
  output logic [63:0] free_counts_o
);
  logic [8:0] count_q [0:3], count_d [0:3];
  always_comb begin
    for (int c = 0; c < 4; c++) begin
      unique case (launch_valid_i)
        1'b0: count_d[c] = count_q[c];
        1'b1: count_d[c] = launch_counts_i[16*c +: 9];
      endcase
      for (int k = 0; k < 8; k++)
        priority if (!claim_valid_i[k]) count_d[c] = count_d[c];
        else if (claim_clusters_i[2*k +: 2] == 2'(c)) count_d[c] = count_d[c] - 9'd1;
        else count_d[c] = count_d[c];
      for (int k = 0; k < 4; k++)
        unique0 casez ({freed_valid_i[k], freed_registers_i[16*k +: 2] ^ 2'(c)})
          3'b100: count_d[c] = count_d[c] + 9'd1;
          3'b0??: ;
          default: ;
        endcase
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) for (int c = 0; c < 4; c++) count_q[c] <= '0;
    else for (int c = 0; c < 4; c++) count_q[c] <= count_d[c];
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = {7'd0, count_q[c]};
endmodule
