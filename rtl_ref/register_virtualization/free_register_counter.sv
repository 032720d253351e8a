// SPDX-License-Identifier: Apache-2.0
// Counts the free registers of each cluster of a register file, which instructions claim when they are
// issued (Jeon2015, section 7.1).
//
// Launch      with launch_valid_i, bits [16*c +: 16] of launch_counts_i are free in cluster c.
// Claims      bit k of claim_valid_i: a register of the cluster in bits [2*k +: 2] of claim_clusters_i
//             is claimed.
// Freed       bit k of freed_valid_i: the register in bits [16*k +: 16] of freed_registers_i is free
//             again; it lies in the cluster that its lowest two bits name.
// Counts      bits [16*c +: 16] of free_counts_o: cluster c. They have nine bits, for 256 registers of
//             a cluster, and wrap; of the launch the upper seven do not matter, and here they are zero.
// Order       of one cycle's inputs: the launch, then claims and freed registers.
// Latency     inputs are sampled at a rising edge; the counts show after it.
// Reset       asynchronous; all counts are zero.
`default_nettype none

module free_register_counter #(
  localparam int unsigned Clusters = 4,
  localparam int unsigned ClusterBits = 2,
  localparam int unsigned Bits = 9,
  localparam int unsigned Claims = 8,
  localparam int unsigned Freed = 4
) (
  input  wire logic                          clk_i,
  input  wire logic                          rst_ni,
  input  wire logic [16*Clusters-1:0]        launch_counts_i,
  input  wire logic                          launch_valid_i,
  input  wire logic [Claims-1:0]             claim_valid_i,
  input  wire logic [ClusterBits*Claims-1:0] claim_clusters_i,
  input  wire logic [Freed-1:0]              freed_valid_i,
  input  wire logic [16*Freed-1:0]           freed_registers_i,
  output logic      [16*Clusters-1:0]        free_counts_o
);

  for (genvar c = 0; c < Clusters; c++) begin : gen_cluster
    logic [3:0] claimed;
    logic [2:0] freed;
    logic [Bits-1:0] count_d, count_q;

    always_comb begin
      claimed = '0;
      freed = '0;
      for (int unsigned k = 0; k < Claims; k++) begin
        claimed = claimed + 4'(claim_valid_i[k] &&
                               claim_clusters_i[ClusterBits*k +: ClusterBits] == ClusterBits'(c));
      end
      for (int unsigned k = 0; k < Freed; k++) begin
        freed = freed +
                3'(freed_valid_i[k] && freed_registers_i[16*k +: ClusterBits] == ClusterBits'(c));
      end
      count_d = (launch_valid_i ? launch_counts_i[16*c +: Bits] : count_q) - Bits'(claimed) +
                Bits'(freed);
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        count_q <= '0;
      end else begin
        count_q <= count_d;
      end
    end

    assign free_counts_o[16*c +: 16] = {{(16 - Bits){1'b0}}, count_q};
  end

  logic unused_upper_bits;
  assign unused_upper_bits = ^{launch_counts_i, freed_registers_i};

endmodule
`default_nettype wire
