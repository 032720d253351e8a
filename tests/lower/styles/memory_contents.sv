// free_register_counter, style: memory contents.
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
  logic [8:0] count_q [4], count_d [4];
  logic [2:0] ones [256];
  logic [1:0] names [0:3];
  initial $readmemh("ones.hex", ones);
  initial $readmemb("names.bin", names);
  always_comb
    for (int c = 0; c < 4; c++) begin
      logic [7:0] hits;
      for (int k = 0; k < 8; k++) hits[k] = claim_valid_i[k] && claim_clusters_i[2*k +: 2] == names[c];
      count_d[c] = launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[c];
      count_d[c] = count_d[c] - 9'(ones[hits]) - {5'd0, &hits, 3'd0};
      for (int k = 0; k < 4; k++)
        if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == names[c]) count_d[c] = count_d[c] + 1;
    end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '{default: '0};
    else count_q <= count_d;
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = 16'(count_q[c]);
endmodule
