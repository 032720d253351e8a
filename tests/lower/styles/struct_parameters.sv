// free_register_counter, style: struct parameters.
package struct_parameters_pkg;
  typedef struct packed {
    int unsigned clusters;
    int unsigned claims;
    int unsigned freed;
  } config_t;
  localparam config_t Standard = '{clusters: 4, claims: 8, freed: 4};
  localparam logic [8:0] Steps [2] = '{9'h1ff, 9'h001};
endpackage
module free_register_counter #(parameter struct_parameters_pkg::config_t Config = struct_parameters_pkg::Standard) (
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
  import struct_parameters_pkg::*;
  logic [8:0] count_q [Config.clusters], count_d [Config.clusters];
  always_comb
    for (int unsigned c = 0; c < Config.clusters; c++) begin
      count_d[c] = launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[c];
      for (int unsigned k = 0; k < Config.claims; k++)
        if (claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(c)) count_d[c] += Steps[0];
      for (int unsigned k = 0; k < Config.freed; k++)
        if (freed_valid_i[k])
          count_d[c] += Steps[freed_registers_i[16*k +: 2] == 2'(c)] & {9{freed_registers_i[16*k +: 2] == 2'(c)}};
    end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) for (int c = 0; c < int'(Config.clusters); c++) count_q[c] <= '0;
    else for (int c = 0; c < int'(Config.clusters); c++) count_q[c] <= count_d[c];
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = {7'd0, count_q[c]};
endmodule
