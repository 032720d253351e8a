// SPDX-License-Identifier: Apache-2.0
// Decides which CTAs may issue (Jeon2015, section 8.1), so that one of them, the guaranteed CTA, can always
// claim all that it may still need.
//
// Guaranteed  in each cluster the balances of all guaranteed CTAs together are no more than what is free. A
//             CTA is a guaranteed CTA until it ends or a launch begins, which act after the decision of
//             their edge; a start acts after both. A start of a slot with a CTA changes nothing.
// Room        a live CTA that is no guaranteed CTA has room when that would hold with its balance too, and
//             margin_i to spare: after two edges without a guaranteed CTA it needs no margin. These are
//             counted from a reset, a launch and the end of the last guaranteed CTA on, with or without a
//             live CTA.
//             Of the CTAs with room the next guaranteed CTA is the one with the smallest balance over all
//             clusters, then the lowest slot; GuaranteedCtas at most.
// Spare       there is a guaranteed CTA, and margin_i to spare.
// Latency     balances_i and free_i are as cta_balances gives them; allowed_o and throttled_o show
//             the decision after the edge. throttled_o: a live CTA may not issue.
// Reset       asynchronous; no CTA is live, none may issue.
//
//   a CTA has room   after two such edges    spare   allowed_o (all: slots without a CTA, too)
//   yes              no                      -       all; the CTA is a guaranteed CTA
//   yes              yes                     -       the CTA, which is the guaranteed CTA
//   no               -                       yes     all
//   no               -                       no      the guaranteed CTAs, or none
`include "rtl_ref/assertions.svh"
`default_nettype none

module cta_decision #(
  parameter int unsigned Ctas = 8,
  parameter int unsigned Clusters = 4,
  parameter int unsigned Bits = 11,
  parameter int unsigned GuaranteedCtas = Ctas,
  localparam int unsigned CtaBits = $clog2(Ctas),
  localparam int unsigned TotalBits = Bits + $clog2(Clusters)
) (
  input  wire logic                          clk_i,
  input  wire logic                          rst_ni,
  input  wire logic                          launch_i,
  input  wire logic [Bits-1:0]               margin_i,
  input  wire logic [Ctas-1:0]               started_i,
  input  wire logic [Ctas-1:0]               ended_i,
  input  wire logic [Bits*Clusters*Ctas-1:0] balances_i,
  input  wire logic [Bits*Clusters-1:0]      free_i,
  output logic      [Ctas-1:0]               allowed_o,
  output logic                               throttled_o
);

  if (GuaranteedCtas < 1 || GuaranteedCtas > Ctas) begin : gen_check_guaranteed
    $error("cta_decision: GuaranteedCtas must be 1 to Ctas");
  end

  localparam int unsigned SumBits = Bits + CtaBits + 1;  // of all balances and a margin

  logic [Ctas-1:0] live_d, live_q, allowed_d, allowed_q, guaranteed_d, guaranteed_q;
  logic throttled_d, throttled_q;
  logic [1:0] counted_d, counted_q;  // edges at which nobody was allowed, up to two
  logic [Bits-1:0] margin_d, margin_q;

  logic [SumBits*Clusters-1:0] kept;  // what guaranteed CTAs may still claim
  logic [CtaBits:0] count;
  always_comb begin
    kept = '0;
    count = '0;
    for (int unsigned i = 0; i < Ctas; i++) begin
      count = count + (CtaBits+1)'(guaranteed_q[i]);
      for (int unsigned c = 0; c < Clusters; c++) begin
        kept[SumBits*c +: SumBits] =
            kept[SumBits*c +: SumBits] +
            (guaranteed_q[i] ? SumBits'(balances_i[Bits*(Clusters*i+c) +: Bits]) : '0);
      end
    end
  end

  logic counted, spare;
  logic [Bits-1:0] margin;
  logic [Ctas-1:0] candidates;
  logic [TotalBits*Ctas-1:0] totals;
  always_comb begin
    counted = guaranteed_q == '0 && counted_q == 2'd2;
    margin = counted ? '0 : margin_q;
    spare = guaranteed_q != '0;
    totals = '0;
    candidates = live_q & ~guaranteed_q & {Ctas{32'(count) < GuaranteedCtas}};
    for (int unsigned c = 0; c < Clusters; c++) begin
      if (kept[SumBits*c +: SumBits] + SumBits'(margin_q) > SumBits'(free_i[Bits*c +: Bits])) begin
        spare = 1'b0;
      end
      for (int unsigned i = 0; i < Ctas; i++) begin
        totals[TotalBits*i +: TotalBits] = totals[TotalBits*i +: TotalBits] +
                                           TotalBits'(balances_i[Bits*(Clusters*i+c) +: Bits]);
        if (kept[SumBits*c +: SumBits] + SumBits'(balances_i[Bits*(Clusters*i+c) +: Bits]) +
            SumBits'(margin) > SumBits'(free_i[Bits*c +: Bits])) begin
          candidates[i] = 1'b0;
        end
      end
    end
  end

  // The smallest candidate by pairs, from the last on: node n of nodes 2n+1 and 2n+2, and behind
  // those the CTAs.
  localparam int unsigned Leaf = Ctas - 1;
  logic [2*Ctas-2:0] some;
  logic [TotalBits*(2*Ctas-1)-1:0] total;
  logic [CtaBits*(2*Ctas-1)-1:0] slot;
  logic right;
  always_comb begin
    some = '0;
    total = '0;
    slot = '0;
    right = 1'b0;
    for (int unsigned i = 0; i < Ctas; i++) begin
      some[Leaf+i] = candidates[i];
      total[TotalBits*(Leaf+i) +: TotalBits] = totals[TotalBits*i +: TotalBits];
      slot[CtaBits*(Leaf+i) +: CtaBits] = CtaBits'(i);
    end
    for (int unsigned k = 0; k < Leaf; k++) begin
      right = some[2*(Leaf-k)] && (!some[2*(Leaf-k)-1] ||
                                   total[TotalBits*2*(Leaf-k) +: TotalBits] <
                                   total[TotalBits*(2*(Leaf-k)-1) +: TotalBits]);
      some[Leaf-1-k] = some[2*(Leaf-k)] || some[2*(Leaf-k)-1];
      total[TotalBits*(Leaf-1-k) +: TotalBits] =
          right ? total[TotalBits*2*(Leaf-k) +: TotalBits]
                : total[TotalBits*(2*(Leaf-k)-1) +: TotalBits];
      slot[CtaBits*(Leaf-1-k) +: CtaBits] = right ? slot[CtaBits*2*(Leaf-k) +: CtaBits]
                                                  : slot[CtaBits*(2*(Leaf-k)-1) +: CtaBits];
    end
  end

  logic [Ctas-1:0] guaranteed;
  always_comb begin
    guaranteed = guaranteed_q | (Ctas'(some[0]) << slot[CtaBits-1:0]);
    allowed_d = (some[0] ? !counted : spare) ? '1 : guaranteed;
    throttled_d = (live_q & ~allowed_d) != '0;
    counted_d = (guaranteed != '0) ? 2'd0 : (counted_q == 2'd2) ? 2'd2 : counted_q + 2'd1;
    if (launch_i) begin
      counted_d = 2'd0;
    end
    guaranteed_d = guaranteed & ~ended_i & {Ctas{!launch_i}};
    live_d = (live_q & {Ctas{!launch_i}} & ~ended_i) | started_i;
    margin_d = launch_i ? margin_i : margin_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q <= '0;
      guaranteed_q <= '0;
      counted_q <= '0;
      margin_q <= '0;
      allowed_q <= '0;
      throttled_q <= 1'b0;
    end else begin
      live_q <= live_d;
      guaranteed_q <= guaranteed_d;
      counted_q <= counted_d;
      margin_q <= margin_d;
      allowed_q <= allowed_d;
      throttled_q <= throttled_d;
    end
  end

  assign allowed_o = allowed_q;
  assign throttled_o = throttled_q;

  `HEDDLE_ASSERT(GuaranteedCtasMayIssue, (guaranteed_q & ~allowed_o) == '0)
  `HEDDLE_ASSERT(GuaranteedCtasAreLive, (guaranteed_q & ~live_q) == '0)
  `HEDDLE_ASSERT(CountsWithoutAGuaranteedCta, counted_q == '0 || (guaranteed_q == '0 && counted_q <= 2'd2))

endmodule
`default_nettype wire
