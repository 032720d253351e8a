// free_register_counter, style: gates.
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
  supply1 one;
  supply0 zero;
  wire [7:0] hit [4];
  wire [3:0] up [4], low, high;
  logic [8:0] count_q [4], count_d [4];
  buf u_low [3:0] (low, {freed_registers_i[48], freed_registers_i[32], freed_registers_i[16], freed_registers_i[0]});
  buf u_high [3:0] (high, {freed_registers_i[49], freed_registers_i[33], freed_registers_i[17], freed_registers_i[1]});
  for (genvar c = 0; c < 4; c++) begin : g
    wire [3:0] same_low, same_high;
    xnor x_low [3:0] (same_low, low, c % 2 == 1 ? one : zero);
    xnor x_high [3:0] (same_high, high, c / 2 == 1 ? one : zero);
    and u_up [3:0] (up[c], freed_valid_i, same_low, same_high, one);
    for (genvar k = 0; k < 8; k++) begin : b
      wire differs;
      nand n (differs, claim_valid_i[k], claim_clusters_i[2*k +: 2] == 2'(c));
      not i (hit[c][k], differs);
    end
    always_comb count_d[c] = (launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[c])
                             - 9'($countones(hit[c])) + 9'($countones(up[c]));
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '{default: '0};
    else count_q <= count_d;
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = 16'(count_q[c]);
endmodule
