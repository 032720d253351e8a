// free_register_counter, style: unions.
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
  typedef union packed {
    logic [35:0] all;
    logic [3:0][8:0] each;
    struct packed {
      logic [17:0] high;
      logic [17:0] low;
    } halves;
  } counts_t;
  counts_t count_q, count_d;
  always_comb begin
    count_d.halves.low = count_q.all[17:0];
    count_d.halves.high = count_q.halves.high;
    for (int c = 3; c >= 0; --c) begin
      if (launch_valid_i) count_d.each[c] = launch_counts_i[16*c +: 9];
      for (int k = 0; k < 8; k += 1)
        count_d.each[c] -= 9'(unsigned'(claim_valid_i[k] & (claim_clusters_i[2*k +: 2] == 2'(c))));
      for (int k = 4; k-- > 0;)
        if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c)) count_d.each[c] += 9'd1;
    end
  end
  always_ff @(posedge clk_i, negedge rst_ni)
    if (!rst_ni) count_q.all <= '0;
    else count_q <= count_d;
  always_comb for (int c = 0; c < 4; c++) free_counts_o[16*c +: 16] = {7'b0, count_q.each[c]};
endmodule
