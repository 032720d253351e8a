// free_register_counter, style: packed dimensions.
module free_register_counter (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [3:0][15:0] launch_counts_i,
  input  logic        launch_valid_i,
  input  logic [7:0]  claim_valid_i,
  input  logic [7:0][1:0] claim_clusters_i,
  input  logic [3:0]  freed_valid_i,
  input  logic [3:0][15:0] freed_registers_i,
  output logic [3:0][15:0] free_counts_o
);
  logic [3:0][8:0] count_q, count_d;
  always_comb begin
    count_d = count_q;
    foreach (count_d[c]) if (launch_valid_i) count_d[c] = launch_counts_i[c][8:0];
    foreach (claim_clusters_i[k]) if (claim_valid_i[k]) count_d[claim_clusters_i[k]] -= 9'd1;
    foreach (freed_registers_i[k]) if (freed_valid_i[k]) count_d[freed_registers_i[k][1:0]] += 9'd1;
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '0;
    else count_q <= count_d;
  always_comb foreach (free_counts_o[c]) free_counts_o[c] = 16'(count_q[c]);
endmodule
