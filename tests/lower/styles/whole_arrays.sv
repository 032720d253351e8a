// free_register_counter, style: whole arrays.
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
  typedef logic [8:0] counts_t [4];
  counts_t count_q, count_d, launched, after_claims;
  function automatic counts_t claimed(input counts_t from);
    claimed = from;
    for (int k = 0; k < 8; k++)
      if (claim_valid_i[k]) claimed[claim_clusters_i[2*k +: 2]] = claimed[claim_clusters_i[2*k +: 2]] - 9'd1;
  endfunction
  always_comb begin
    launched = '{launch_counts_i[8:0], launch_counts_i[24:16], launch_counts_i[40:32], launch_counts_i[56:48]};
    if (!launch_valid_i) launched = count_q;
    after_claims = claimed(launched);
    count_d = after_claims;
    for (int k = 0; k < 4; k++)
      if (freed_valid_i[k]) count_d[freed_registers_i[16*k +: 2]] += 9'd1;
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '{4{'0}};
    else count_q <= count_d;
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = {7'd0, count_q[c]};
endmodule
