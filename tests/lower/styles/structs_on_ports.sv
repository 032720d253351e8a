// free_register_counter, style: structs on ports.
package on_ports_pkg;
  typedef struct packed {
    logic       valid;
    logic [1:0] cluster;
  } event_t;
endpackage
module one_cluster
  import on_ports_pkg::*;
#(
  parameter logic [1:0] Cluster = 0
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       launch_valid_i,
  input  logic [8:0] launch_i,
  input  event_t     claims_i [8],
  input  event_t     freed_i [3:0],
  output logic [8:0] count_o
);
  logic [8:0] count_d;
  always_comb begin
    count_d = launch_valid_i ? launch_i : count_o;
    foreach (claims_i[k]) if (claims_i[k] == event_t'{1'b1, Cluster}) count_d--;
    foreach (freed_i[k]) if (freed_i[k].valid && freed_i[k].cluster == Cluster) count_d++;
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_o <= '0;
    else count_o <= count_d;
endmodule
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
  import on_ports_pkg::*;
  event_t claims_i [8], freed_i [3:0];
  logic [8:0] counts [4];
  for (genvar k = 0; k < 8; k++) assign claims_i[k] = '{claim_valid_i[k], claim_clusters_i[2*k +: 2]};
  for (genvar k = 0; k < 4; k++) assign freed_i[k] = {freed_valid_i[k], freed_registers_i[16*k +: 2]};
  for (genvar c = 0; c < 4; c++) begin : gen_cluster
    one_cluster #(.Cluster(c)) u_cluster (.*, .launch_i(launch_counts_i[16*c +: 9]), .count_o(counts[c]));
    assign free_counts_o[16*c +: 16] = 16'(counts[c]);
  end
endmodule
