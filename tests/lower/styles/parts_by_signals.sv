// free_register_counter, style: parts that signals choose.
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
  logic [35:0] counts_q, counts_d;
  always_comb begin
    counts_d = counts_q;
    if (launch_valid_i)
      for (int c = 0; c < 4; c++) counts_d[9*c +: 9] = launch_counts_i[16*c +: 9];
    for (int k = 0; k < 8; k++)
      if (claim_valid_i[k]) counts_d[claim_clusters_i[2*k +: 2] * 9 +: 9] = counts_d[claim_clusters_i[2*k +: 2] * 9 +: 9] - 9'd1;
    for (int k = 0; k < 4; k++)
      if (freed_valid_i[k]) counts_d[freed_registers_i[16*k +: 2] * 9 +: 9] = counts_d[freed_registers_i[16*k +: 2] * 9 +: 9] + 9'd1;
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) counts_q <= '0;
    else counts_q <= counts_d;
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = 16'(counts_q[9*c +: 9]);
endmodule
