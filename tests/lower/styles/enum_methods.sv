// free_register_counter, style: enum methods.
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
  typedef enum logic [1:0] {LOW = 2'd0, SECOND, THIRD, HIGH} cluster_t;
  logic [8:0] count_q [4], count_d [4];
  always_comb begin
    automatic cluster_t c = c.first();
    count_d = count_q;
    for (int i = 0; i < c.num(); i++) begin
      if (launch_valid_i) count_d[c] = launch_counts_i[16*i +: 9];
      for (int k = 0; k < 8; k++)
        if (claim_valid_i[k] && cluster_t'(claim_clusters_i[2*k +: 2]) == c) count_d[c] -= 1;
      for (int k = 0; k < 4; k++) begin
        cluster_t freed;
        freed = cluster_t'(freed_registers_i[16*k +: 2]);
        freed = freed.prev();
        if (freed_valid_i[k] && freed.next() == c) count_d[c] += 1;
      end
      c = c.next();
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '{default: '0};
    else count_q <= count_d;
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = 16'(count_q[c]);
  initial begin
    cluster_t c;
    c = LOW;
    $display("%s", c.name());
  end
endmodule
