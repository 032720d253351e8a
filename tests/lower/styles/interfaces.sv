// free_register_counter, style: interfaces.
interface claim_if #(
  parameter int Number = 8
) (
  input logic clk
);
  logic [Number-1:0] valid;
  logic [Number-1:0][1:0] cluster;
  function automatic logic hits(int k, logic [1:0] c);
    return valid[k] && cluster[k] == c;
  endfunction
  modport source(output valid, cluster);
  modport sink(input clk, valid, cluster, import hits);
endinterface
module claim_source (
  claim_if.source bus,
  input logic [7:0]  valid_i,
  input logic [15:0] clusters_i
);
  assign bus.valid = valid_i;
  assign bus.cluster = clusters_i;
endmodule
module cluster_count #(
  parameter int Cluster = 0
) (
  claim_if.sink claims,
  claim_if.sink freed,
  input logic rst_ni,
  input logic launch_valid_i,
  input logic [8:0] launch_i,
  output logic [15:0] count_o
);
  logic [8:0] count_q, count_d;
  always_comb begin
    count_d = launch_valid_i ? launch_i : count_q;
    for (int k = 0; k < 8; k++) if (claims.hits(k, 2'(Cluster))) count_d -= 9'd1;
    for (int k = 0; k < 4; k++) if (freed.valid[k] && freed.cluster[k] == 2'(Cluster)) count_d += 9'd1;
  end
  always_ff @(posedge claims.clk or negedge rst_ni)
    if (!rst_ni) count_q <= '0;
    else count_q <= count_d;
  assign count_o = 16'(count_q);
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
  claim_if claims (.clk(clk_i));
  claim_if #(.Number(4)) freed (.clk(clk_i));
  claim_source u_source (.bus(claims), .valid_i(claim_valid_i), .clusters_i(claim_clusters_i));
  assign freed.valid = freed_valid_i;
  for (genvar k = 0; k < 4; k++) assign freed.cluster[k] = freed_registers_i[16*k +: 2];
  for (genvar c = 0; c < 4; c++) begin : gen_cluster
    cluster_count #(.Cluster(c)) u_count (
      .claims, .freed, .rst_ni, .launch_valid_i, .launch_i(launch_counts_i[16*c +: 9]),
      .count_o(free_counts_o[16*c +: 16])
    );
  end
endmodule
