// SPDX-License-Identifier: Apache-2.0
// The register balances of an SM's CTAs (Jeon2015, section 8.1) and its free registers, both by
// cluster.
//
// Counters    bits [Bits*(Clusters*i+c) +: Bits] of balances_o are what CTA slot i may still claim of
//             cluster c, bits [Bits*c +: Bits] of free_o its free registers. They wrap.
// Claims      bit k of claimed_i: issue slot s = k / Claims claims a register for the CTA in bits
//             [8*s +: 8] of claim_ctas_i, in the cluster in bits [8*k +: 8] of claim_clusters_i.
// Releases    bit k of released_i: one is released, by bits [8*k +: 8] of release_ctas_i and
//             release_clusters_i. Of CTAs and clusters the upper bits do not matter.
// Order       launch_i sets the free registers and most_i; then started_i[i] sets CTA i's balance to most_i,
//             also when the slot has a CTA already; then claims and releases count.
// Latency     inputs are sampled at a rising edge; the outputs are the flip-flops after it.
// Reset       asynchronous; all zero.
`default_nettype none

module cta_balances #(
  parameter int unsigned Ctas = 8,
  parameter int unsigned Clusters = 4,
  parameter int unsigned Bits = 11,
  parameter int unsigned Slots = 2,
  parameter int unsigned Claims = 4,
  parameter int unsigned Releases = 4
) (
  input  wire logic                          clk_i,
  input  wire logic                          rst_ni,
  input  wire logic                          launch_i,
  input  wire logic [Bits-1:0]               most_i,
  input  wire logic [Bits*Clusters-1:0]      capacity_i,
  input  wire logic [Ctas-1:0]               started_i,
  input  wire logic [Slots*Claims-1:0]       claimed_i,
  input  wire logic [8*Slots-1:0]            claim_ctas_i,
  input  wire logic [8*Slots*Claims-1:0]     claim_clusters_i,
  input  wire logic [Releases-1:0]           released_i,
  input  wire logic [8*Releases-1:0]         release_ctas_i,
  input  wire logic [8*Releases-1:0]         release_clusters_i,
  output logic      [Bits*Clusters*Ctas-1:0] balances_o,
  output logic      [Bits*Clusters-1:0]      free_o
);

  localparam int unsigned CtaBits = $clog2(Ctas);
  localparam int unsigned ClusterBits = $clog2(Clusters);

  logic [Bits-1:0] most_d, most_q;
  assign most_d = launch_i ? most_i : most_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      most_q <= '0;
    end else begin
      most_q <= most_d;
    end
  end

  for (genvar c = 0; c < Clusters; c++) begin : gen_cluster
    // What happens in this cluster: claims by slot, releases by port.
    logic [Bits*Slots-1:0] claims;
    logic [Releases-1:0] released;
    logic [Bits-1:0] free_d, free_q;

    always_comb begin
      claims = '0;
      free_d = launch_i ? capacity_i[Bits*c +: Bits] : free_q;
      for (int unsigned s = 0; s < Slots; s++) begin
        for (int unsigned k = Claims * s; k < Claims * (s + 1); k++) begin
          claims[Bits*s +: Bits] =
              claims[Bits*s +: Bits] +
              Bits'(claimed_i[k] && claim_clusters_i[8*k +: ClusterBits] == ClusterBits'(c));
        end
        free_d = free_d - claims[Bits*s +: Bits];
      end
      for (int unsigned k = 0; k < Releases; k++) begin
        released[k] = released_i[k] && release_clusters_i[8*k +: ClusterBits] == ClusterBits'(c);
        free_d = free_d + Bits'(released[k]);
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        free_q <= '0;
      end else begin
        free_q <= free_d;
      end
    end

    assign free_o[Bits*c +: Bits] = free_q;

    for (genvar i = 0; i < Ctas; i++) begin : gen_cta
      logic [Bits-1:0] balance_d, balance_q;

      always_comb begin
        balance_d = started_i[i] ? most_d : balance_q;
        for (int unsigned s = 0; s < Slots; s++) begin
          if (claim_ctas_i[8*s +: CtaBits] == CtaBits'(i)) begin
            balance_d = balance_d - claims[Bits*s +: Bits];
          end
        end
        for (int unsigned k = 0; k < Releases; k++) begin
          balance_d = balance_d +
                      Bits'(released[k] && release_ctas_i[8*k +: CtaBits] == CtaBits'(i));
        end
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          balance_q <= '0;
        end else begin
          balance_q <= balance_d;
        end
      end

      assign balances_o[Bits*(Clusters*i+c) +: Bits] = balance_q;
    end
  end

  logic unused_upper_bits;
  assign unused_upper_bits =
      ^{claim_ctas_i, claim_clusters_i, release_ctas_i, release_clusters_i};

endmodule
`default_nettype wire
