// free_register_counter, style: streaming.
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
  logic [3:0][8:0] count_q, count_d;
  logic [63:0] launch_reversed;
  logic [15:0] clusters_reversed;
  assign launch_reversed = {<<16{launch_counts_i}};
  assign clusters_reversed = {<<2{claim_clusters_i}};
  logic [8:0] first, second, third, fourth;
  always_comb begin
    {>>{fourth, third, second, first}} = count_q;
    count_d = {<<9{{first, second, third, fourth}}};
    for (int c = 0; c < 4; c++) begin
      if (launch_valid_i) count_d[c] = launch_reversed[16*(3-c) +: 9];
      for (int k = 0; k < 8; k++)
        if (claim_valid_i[k] && clusters_reversed[2*(7-k) +: 2] == 2'(c)) count_d[c] -= 9'd1;
      for (int k = 0; k < 4; k++)
        if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c)) count_d[c] += 9'd1;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '0;
    else count_q <= count_d;
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = {7'd0, count_q[c]};
endmodule
