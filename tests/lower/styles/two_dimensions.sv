// free_register_counter, style: two dimensions.
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
  logic [8:0] count_q [2][2], count_d [2][2];
  always_comb
    foreach (count_d[i, j]) begin
      automatic int c = 2 * i + j;
      count_d[i][j] = launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[i][j];
      for (int k = 0; k < 8; k++)
        if (claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(c)) count_d[i][j]--;
      for (int k = 0; k < 4; k++)
        if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c)) count_d[i][j]++;
    end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '{default: '{default: '0}};
    else begin
      count_q[0] <= count_d[0];
      count_q[1][0:1] <= count_d[1][0:1];
    end
  for (genvar i = 0; i < 2; i++)
    for (genvar j = 0; j < 2; j++) assign free_counts_o[16*(2*i+j) +: 16] = 16'(count_q[i][j]);
endmodule
