// free_register_counter, style: break and continue.
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
  logic [7:0] left_d;
  always_comb begin
    left_d = '0;
    for (int c = 0; c < 4; c++) begin
      automatic logic [8:0] sum = launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[c];
      automatic logic [7:0] left = claim_valid_i;
      repeat (8) begin
        for (int k = 0; k < 8; k++) begin
          if (!left[k]) continue;
          left[k] = 1'b0;
          if (claim_clusters_i[2*k +: 2] != 2'(c)) break;
          sum -= 9'd1;
          break;
        end
      end
      left_d |= left;
      begin : all_freed
        for (int k = 0; k < 4; k++) begin
          if (freed_valid_i == '0) disable all_freed;
          if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c)) sum += 9'd1;
        end
      end
      count_d[c] = sum;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) for (int c = 0; c < 4; c++) count_q[c] <= '0;
    else for (int c = 0; c < 4; c++) count_q[c] <= count_d[c];
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = {7'd0, count_q[c]};
endmodule
