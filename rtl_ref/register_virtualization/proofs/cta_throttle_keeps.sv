// SPDX-License-Identifier: Apache-2.0
// Around a small throttle with any number of guaranteed CTAs, any SM that claims for CTAs which it sees allowed, and within
// their size, with any capacities that hold one CTA: there is a register for each claim, and while CTAs are live and
// none ends, one of them is allowed after Patience cycles. One instruction is issued a cycle, of one claim; what the SM
// tells is on the pins after its next edge, so that the issues of three cycles precede a decision's effect. Short takes
// one of them off the margin.
`default_nettype none

module cta_throttle_keeps #(
  parameter int unsigned Bits = 3,
  parameter int unsigned Most = 3,  // registers of a cluster that a CTA may claim
  parameter int unsigned Patience = 4,
  parameter bit Short = 1'b0,
  parameter int unsigned GuaranteedCtas = 2,
  localparam int unsigned Ctas = 2,
  localparam int unsigned Clusters = 2
) (
  input  wire logic                     clk_i,
  input  wire logic [Bits*Clusters-1:0] capacity_i,
  input  wire logic [Ctas-1:0]          start_i,
  input  wire logic [Ctas-1:0]          end_i,
  input  wire logic                     claim_i,
  input  wire logic [1:0]               claim_of_i,  // bit 1: the cluster, bit 0: the CTA
  input  wire logic                     release_i,
  input  wire logic [1:0]               release_of_i,
  output logic                          wrong_o
);

  // The launch is on the pins in the first cycle after reset.
  logic reset_q = 1'b0, launched_q = 1'b0;
  logic lawful;
  always_comb begin
    lawful = 1'b1;
    for (int unsigned c = 0; c < Clusters; c++) begin
      lawful = lawful && capacity_i[Bits*c +: Bits] >= Bits'(Most);
    end
  end

  logic [Ctas-1:0] allowed, live_q, live_d, started_d, started_q, ended_d, ended_q;
  logic claimed_d, claimed_q, released_d, released_q, throttled;
  logic [1:0] claim_q, release_q;
  logic [Bits*Clusters*Ctas-1:0] balances, left;
  logic [Bits*Clusters-1:0] known_free, free;

  cta_balances #(
    .Ctas(Ctas), .Clusters(Clusters), .Bits(Bits), .Slots(1), .Claims(1), .Releases(1)
  ) u_balances (
    .clk_i(clk_i),
    .rst_ni(reset_q),
    .launch_i(reset_q && !launched_q),
    .most_i(Bits'(Most)),
    .capacity_i(capacity_i),
    .started_i(started_q),
    .claimed_i(claimed_q),
    .claim_ctas_i({7'b0, claim_q[0]}),
    .claim_clusters_i({7'b0, claim_q[1]}),
    .released_i(released_q),
    .release_ctas_i({7'b0, release_q[0]}),
    .release_clusters_i({7'b0, release_q[1]}),
    .balances_o(balances),
    .free_o(known_free)
  );

  cta_decision #(
    .Ctas(Ctas), .Clusters(Clusters), .Bits(Bits), .GuaranteedCtas(GuaranteedCtas)
  ) u_decision (
    .clk_i(clk_i),
    .rst_ni(reset_q),
    .launch_i(reset_q && !launched_q),
    .margin_i(Bits'(Short ? 2 : 3)),
    .started_i(started_q),
    .ended_i(ended_q),
    .balances_i(balances),
    .free_i(known_free),
    .allowed_o(allowed),
    .throttled_o(throttled)
  );

  // The true balances and free registers: those of the throttle, with the changes on its pins.
  always_comb begin
    for (int unsigned c = 0; c < Clusters; c++) begin
      free[Bits*c +: Bits] = known_free[Bits*c +: Bits] -
                             Bits'(claimed_q && claim_q[1] == 1'(c)) +
                             Bits'(released_q && release_q[1] == 1'(c));
      for (int unsigned i = 0; i < Ctas; i++) begin
        left[Bits*(2*i+c) +: Bits] =
            (started_q[i] ? Bits'(Most) : balances[Bits*(2*i+c) +: Bits]) -
            Bits'(claimed_q && claim_q == {1'(c), 1'(i)}) +
            Bits'(released_q && release_q == {1'(c), 1'(i)});
      end
    end
  end

  // One cycle of the SM.
  logic [Ctas-1:0] holds;
  logic room, held;
  always_comb begin
    for (int unsigned i = 0; i < Ctas; i++) begin
      holds[i] = live_q[i] && left[2*Bits*i +: 2*Bits] != {2{Bits'(Most)}};
    end
    ended_d = end_i & live_q & ~holds;
    started_d = start_i & (~live_q | ended_d) & {Ctas{launched_q}};
    live_d = (live_q & ~ended_d) | started_d;
    room = started_d[claim_of_i[0]] ? Most != 0
                                : left[Bits*(2*claim_of_i[0]+32'(claim_of_i[1])) +: Bits] != '0;
    claimed_d = claim_i && live_d[claim_of_i[0]] && allowed[claim_of_i[0]] && room;
    held = live_q[release_of_i[0]] && !ended_d[release_of_i[0]] &&
           left[Bits*(2*release_of_i[0]+32'(release_of_i[1])) +: Bits] != Bits'(Most);
    released_d = release_i && held;
  end

  logic [3:0] waiting_d, waiting_q;
  logic lawful_q = 1'b0;
  always_comb begin
    waiting_d = ((live_q & allowed) != '0 || live_q == '0 || ended_d != '0) ? '0
                : (waiting_q == '1) ? waiting_q : waiting_q + 4'd1;
  end

  always_ff @(posedge clk_i) begin
    reset_q <= 1'b1;
    launched_q <= reset_q;
    lawful_q <= launched_q ? lawful_q : lawful;
    live_q <= reset_q ? live_d : '0;
    started_q <= reset_q ? started_d : '0;
    ended_q <= reset_q ? ended_d : '0;
    claimed_q <= reset_q && claimed_d;
    claim_q <= claim_of_i;
    released_q <= reset_q && released_d;
    release_q <= release_of_i;
    waiting_q <= reset_q ? waiting_d : '0;
  end

  assign wrong_o = lawful_q && ((claimed_d && free[Bits*32'(claim_of_i[1]) +: Bits] == '0) ||
                                waiting_q > 4'(Patience));

  logic unused_throttled;
  assign unused_throttled = throttled;

endmodule
`default_nettype wire
