// free_register_counter, style: enumerations.
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
  typedef enum logic [1:0] {
    North,
    East,
    South,
    West
  } cluster_e;
  always_comb begin
    automatic cluster_e c = North;
    for (int i = 0; i < 4; i++) begin
      count_d[c] = launch_valid_i ? launch_counts_i[16*i +: 9] : count_q[c];
      for (int k = 0; k < 8; k++)
        if (claim_valid_i[k] && cluster_e'(claim_clusters_i[2*k +: 2]) == c) count_d[c] -= 9'd1;
      for (int k = 0; k < 4; k++)
        if (freed_valid_i[k])
          case (cluster_e'(freed_registers_i[16*k +: 2])) inside
            North: if (c == North) count_d[c] += 9'd1;
            [East : South]: if (c == cluster_e'(freed_registers_i[16*k +: 2])) count_d[c] += 9'd1;
            default: count_d[c] += 9'(c == West);
          endcase
      c = c.next();
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) for (int c = 0; c < 4; c++) count_q[c] <= '0;
    else for (int c = 0; c < 4; c++) count_q[c] <= count_d[c];
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = {7'd0, count_q[c]};
endmodule
