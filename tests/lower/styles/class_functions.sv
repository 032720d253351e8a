// free_register_counter, style: class functions.
package arithmetic;
  class Counter;
    localparam int WIDTH = 9;
    typedef logic [WIDTH-1:0] count_t;
    static function automatic count_t added(input count_t a, input logic up, input logic down);
      if (up == down) return a;
      return up ? a + count_t'(1) : a - count_t'(1);
    endfunction
  endclass
endpackage
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
  import arithmetic::*;
  logic [8:0] count_q [4], count_d [4];
  always_comb
    for (int c = 0; c < 4; c++) begin
      count_d[c] = launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[c];
      for (int k = 0; k < 8; k++)
        count_d[c] = Counter::added(count_d[c], 1'b0, claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(c));
      for (int k = 0; k < 4; k++)
        count_d[c] = Counter::added(count_d[c], freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c), 1'b0);
    end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '{default: '0};
    else count_q <= count_d;
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = 16'(count_q[c]);
endmodule
