// free_register_counter, style: tables.
package tables;
  typedef logic [3:0] ones_t [16];
  typedef struct packed { logic [1:0] cluster; logic [8:0] step; } entry_t;
  function automatic ones_t make_ones();
    for (int i = 0; i < 16; i++) make_ones[i] = 4'($countones(4'(i)));
  endfunction
  localparam ones_t Ones = make_ones();
  localparam entry_t Entries [4] = '{'{2'd0, 9'd1}, '{2'd1, 9'd1}, '{cluster: 2'd2, step: 9'd1}, '{default: '1, step: 9'd1}};
  parameter int unsigned Shift [2][2] = '{'{0, 16}, '{32, 48}};
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
  import tables::*;
  logic [8:0] count_q [4], count_d [4];
  always_comb
    for (int e = 0; e < 4; e++) begin
      logic [7:0] downs;
      logic [3:0] ups;
      for (int k = 0; k < 8; k++) downs[k] = claim_valid_i[k] & (claim_clusters_i[2*k +: 2] == Entries[e].cluster);
      for (int k = 0; k < 4; k++) ups[k] = freed_valid_i[k] & (freed_registers_i[16*k +: 2] == Entries[e].cluster);
      count_d[e] = launch_valid_i ? 9'(launch_counts_i >> Shift[e / 2][e % 2]) : count_q[e];
      count_d[e] = count_d[e] - 9'(Ones[downs[7:4]]) - 9'(Ones[downs[3:0]]) + 9'(Ones[ups]) * Entries[e].step;
    end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '{default: '0};
    else count_q <= count_d;
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = 16'(count_q[c]);
endmodule
