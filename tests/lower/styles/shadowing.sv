// free_register_counter, style: shadowing.
package p; parameter int N = 1; function automatic int f(int x); return x + 1; endfunction endpackage
package q; parameter int N = 4; function automatic int f(int x); return x + 4 - N; endfunction endpackage
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
  logic [8:0] count_q [q::N], count_d [q::N], x;
  function automatic logic [8:0] f(input logic [8:0] x);
    logic [8:0] y;
    y = x;
    begin
      logic [8:0] x;
      x = y + 9'(p::N);
      y = x;
    end
    return y;
  endfunction
  for (genvar c = 0; c < 4; c++) begin : g
    localparam int C = q::f(c);
    logic [8:0] x;
    always_comb begin
      x = launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[c];
      for (int k = 0; k < 8; k++) begin
        automatic logic x = claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(C);
        if (x) count_d[c] = g[c].x - 9'(p::f(0));
        else count_d[c] = g[c].x;
        g[c].x = count_d[c];
      end
      for (int k = 0; k < 4; k++)
        if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(C)) x = f(x);
      count_d[c] = x;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '{default: '0};
    else count_q <= count_d;
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = 16'(count_q[c]);
endmodule
