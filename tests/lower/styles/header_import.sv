// free_register_counter, style: header import.
package counter_pkg;
  localparam int unsigned Clusters = 4;
  typedef logic [8:0] count_t;
  function automatic count_t step(count_t from, logic up, logic down);
    return from + count_t'(up) - count_t'(down);
  endfunction
endpackage
module free_register_counter import counter_pkg::*; #(parameter int unsigned N = Clusters) (
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
  count_t count_q [N], count_d [N];
  always_comb begin
    foreach (count_d[c]) begin
      count_d[c] = launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[c];
      for (int k = 0; k < 8; k++)
        count_d[c] = step(count_d[c], 1'b0, claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(c));
      for (int k = 0; k < 4; k++)
        count_d[c] = step(count_d[c], freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c), 1'b0);
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) for (int c = 0; c < 4; c++) count_q[c] <= '0;
    else for (int c = 0; c < 4; c++) count_q[c] <= count_d[c];
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = {7'd0, count_q[c]};
endmodule
