// SPDX-License-Identifier: Apache-2.0
// Says which CTAs may issue, so that up to GuaranteedCtas of them can always finish although there are
// fewer registers than all could claim (Jeon2015, section 8.1): cta_balances counts, cta_decision
// decides.
//
// Launch      launch_most_i is what a CTA may claim of each cluster, launch_margin_i what may be
//             claimed of each before a decision that includes it is in force, bits [16*c +: 16] of
//             launch_capacity_i what is free in cluster c; 11 bits of each count. No CTA is live.
// CTAs        bit i of cta_started_i, cta_ended_i and allowed_ctas_o is CTA slot i; allowed_ctas_o may
//             have slots without a CTA. allowed_throttled_o: a live CTA may not issue.
// Changes     as in cta_balances, with two issue slots of four claims each and four releases.
// Order       of one cycle's inputs: the launch, ends, starts, claims and releases.
// Latency     inputs are sampled at a rising edge; allowed_* follow from them after the next one.
// Reset       asynchronous; no CTA is live, none may issue, all counters are zero.
`default_nettype none

module cta_throttle #(
  parameter int unsigned GuaranteedCtas = 8,
  localparam int unsigned Ctas = 8,
  localparam int unsigned Clusters = 4,
  localparam int unsigned Bits = 11,
  localparam int unsigned Slots = 2,
  localparam int unsigned Claims = 4,  // of a slot
  localparam int unsigned Releases = 4
) (
  input  wire logic                      clk_i,
  input  wire logic                      rst_ni,
  input  wire logic [15:0]               launch_most_i,
  input  wire logic [15:0]               launch_margin_i,
  input  wire logic [16*Clusters-1:0]    launch_capacity_i,
  input  wire logic                      launch_valid_i,
  input  wire logic [Ctas-1:0]           cta_started_i,
  input  wire logic [Ctas-1:0]           cta_ended_i,
  input  wire logic [Slots*Claims-1:0]   change_claimed_i,
  input  wire logic [Releases-1:0]       change_released_i,
  input  wire logic [8*Slots-1:0]        change_claim_ctas_i,
  input  wire logic [8*Slots*Claims-1:0] change_claim_clusters_i,
  input  wire logic [8*Releases-1:0]     change_release_ctas_i,
  input  wire logic [8*Releases-1:0]     change_release_clusters_i,
  output logic      [Ctas-1:0]           allowed_ctas_o,
  output logic                           allowed_throttled_o
);

  logic [Bits*Clusters*Ctas-1:0] balances;
  logic [Bits*Clusters-1:0] capacity, free;
  for (genvar c = 0; c < Clusters; c++) begin : gen_capacity
    assign capacity[Bits*c +: Bits] = launch_capacity_i[16*c +: Bits];
  end

  cta_balances #(
    .Ctas(Ctas),
    .Clusters(Clusters),
    .Bits(Bits),
    .Slots(Slots),
    .Claims(Claims),
    .Releases(Releases)
  ) u_balances (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .launch_i(launch_valid_i),
    .most_i(launch_most_i[Bits-1:0]),
    .capacity_i(capacity),
    .started_i(cta_started_i),
    .claimed_i(change_claimed_i),
    .claim_ctas_i(change_claim_ctas_i),
    .claim_clusters_i(change_claim_clusters_i),
    .released_i(change_released_i),
    .release_ctas_i(change_release_ctas_i),
    .release_clusters_i(change_release_clusters_i),
    .balances_o(balances),
    .free_o(free)
  );

  cta_decision #(
    .Ctas(Ctas),
    .Clusters(Clusters),
    .Bits(Bits),
    .GuaranteedCtas(GuaranteedCtas)
  ) u_decision (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .launch_i(launch_valid_i),
    .margin_i(launch_margin_i[Bits-1:0]),
    .started_i(cta_started_i),
    .ended_i(cta_ended_i),
    .balances_i(balances),
    .free_i(free),
    .allowed_o(allowed_ctas_o),
    .throttled_o(allowed_throttled_o)
  );

  logic unused_upper_bits;
  assign unused_upper_bits = ^{launch_most_i, launch_margin_i, launch_capacity_i};

endmodule
`default_nettype wire
