// free_register_counter, style: functions of structs.
package of_structs_pkg;
  typedef struct packed {
    logic       valid;
    logic [1:0] cluster;
  } claim_t;
  typedef struct packed {
    logic [8:0] count;
    logic       touched;
  } entry_t;
  function automatic claim_t make_claim(input logic valid, input logic [1:0] cluster);
    claim_t made;
    made.valid = valid;
    made.cluster = cluster;
    return made;
  endfunction
  function automatic entry_t changed(input entry_t from, input claim_t claim, input logic [1:0] cluster,
                                     input logic [8:0] by);
    entry_t to = from;
    if (claim.valid && claim.cluster == cluster) to = '{count: from.count + by, touched: 1'b1};
    return to;
  endfunction
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
  import of_structs_pkg::*;
  entry_t count_q [4], count_d [4];
  claim_t claims [8];
  always_comb begin
    for (int k = 0; k < 8; k++) claims[k] = make_claim(claim_valid_i[k], claim_clusters_i[2*k +: 2]);
    for (int c = 0; c < 4; c++) begin
      count_d[c] = '{count: launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[c].count, default: '0};
      for (int k = 0; k < 8; k++) count_d[c] = changed(count_d[c], claims[k], 2'(c), '1);
      for (int k = 0; k < 4; k++)
        count_d[c] = changed(count_d[c], make_claim(freed_valid_i[k], freed_registers_i[16*k +: 2]), 2'(c), 9'd1);
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '{default: '0};
    else count_q <= count_d;
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = 16'(count_q[c].count);
endmodule
