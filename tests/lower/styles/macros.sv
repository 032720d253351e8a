// free_register_counter, style: macros.
`define HITS(valid, cluster, c) ((valid) && (cluster) == 2'(c))
`define REGISTER(q, d, value = '0) \
  always_ff @(posedge clk_i or negedge rst_ni) \
    if (!rst_ni) q <= value; \
    else q <= d;
`define NAME(a, b) a``_``b
`ifndef CLUSTERS
`define CLUSTERS 4
`endif
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
  logic [8:0] `NAME(count, q) [`CLUSTERS], `NAME(count, d) [`CLUSTERS];
  always_comb
    for (int c = 0; c < `CLUSTERS; c++) begin
      count_d[c] = launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[c];
      for (int k = 0; k < 8; k++)
        if (`HITS(claim_valid_i[k], claim_clusters_i[2*k +: 2], c)) count_d[c] -= 9'd1;
      for (int k = 0; k < 4; k++)
        if (`HITS(freed_valid_i[k], freed_registers_i[16*k +: 2], c)) count_d[c] += 9'd1;
    end
  for (genvar c = 0; c < `CLUSTERS; c++) begin : g_count
    `REGISTER(count_q[c], count_d[c])
    assign free_counts_o[16*c +: 16] = 16'(count_q[c]);
  end
endmodule
