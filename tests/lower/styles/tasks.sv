// free_register_counter, style: tasks.
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
  task automatic move(inout logic [8:0] count, input logic up, input logic down);
    if (up) count++;
    if (down) count--;
  endtask
  task automatic start(output logic [8:0] count, input logic [8:0] launched, input logic [8:0] kept);
    count = launch_valid_i ? launched : kept;
  endtask
  always_comb
    for (int c = 0; c < 4; c++) begin
      automatic logic [8:0] count;
      start(count, launch_counts_i[16*c +: 9], count_q[c]);
      for (int k = 0; k < 8; k++)
        move(count, 1'b0, claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(c));
      for (int k = 0; k < 4; k++)
        move(count, freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c), 1'b0);
      count_d[c] = count;
    end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) for (int c = 0; c < 4; c++) count_q[c] <= '0;
    else for (int c = 0; c < 4; c++) count_q[c] <= count_d[c];
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = {7'd0, count_q[c]};
endmodule
