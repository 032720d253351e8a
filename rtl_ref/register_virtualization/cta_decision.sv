// Decides which CTAs may issue (Jeon2015, section 8.1), so that one of them, the keeper, can always
// claim all that it may still need.
//
// Fitting     a CTA fits when its balance is no more than what is free, in each cluster; with room
//             when that holds with margin_i to spare.
// Smallest    of several, the one with the smallest balance over all clusters, then the lowest slot.
// Keeper      remembered, until it ends or a launch begins. An end or a launch acts behind the
//             decision of its edge, and a start behind both.
// Latency     balances_i and free_i are as cta_balances gives them; allowed_o and throttled_o show
//             the decision behind the edge. throttled_o: a CTA was live, and not all may issue.
// Reset       asynchronous; no CTA is live, nobody may issue.
//
//   a live CTA   a keeper   nobody allowed   a live     allowed_o     keeper
//   with room               at two edges     CTA fits
//   yes          -          -                -          all           the smallest with room
//   no           yes        -                -          the keeper    stays
//   no           no         no               -          nobody        none
//   no           no         yes              yes        the keeper    the smallest that fits
//   no           no         yes              no         nobody        none
`include "rtl_ref/assertions.svh"
`default_nettype none

module cta_decision #(
  parameter int unsigned Ctas = 8,
  parameter int unsigned Clusters = 4,
  parameter int unsigned Bits = 11,
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

  logic [Ctas-1:0] live_d, live_q, allowed_d, allowed_q;
  logic kept_d, kept_q, throttled_d, throttled_q;  // kept: there is a keeper
  logic [CtaBits-1:0] keeper_d, keeper_q;
  logic [1:0] counted_d, counted_q;  // edges at which nobody was allowed, up to two
  logic [Bits-1:0] margin_d, margin_q;

  logic [Ctas-1:0] fits, roomy, candidates;
  logic [TotalBits*Ctas-1:0] totals;
  always_comb begin
    totals = '0;
    for (int unsigned i = 0; i < Ctas; i++) begin
      fits[i] = live_q[i];
      roomy[i] = live_q[i];
      for (int unsigned c = 0; c < Clusters; c++) begin
        totals[TotalBits*i +: TotalBits] = totals[TotalBits*i +: TotalBits] +
                                           TotalBits'(balances_i[Bits*(Clusters*i+c) +: Bits]);
        if (balances_i[Bits*(Clusters*i+c) +: Bits] > free_i[Bits*c +: Bits]) begin
          fits[i] = 1'b0;
        end
        if ((Bits+1)'(balances_i[Bits*(Clusters*i+c) +: Bits]) + (Bits+1)'(margin_q) >
            (Bits+1)'(free_i[Bits*c +: Bits])) begin
          roomy[i] = 1'b0;
        end
      end
    end
    candidates = (roomy != '0) ? roomy : fits;
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

  logic all, chosen;
  always_comb begin
    all = roomy != '0;
    chosen = all || (!kept_q && counted_q == 2'd2 && some[0]);
    keeper_d = chosen ? slot[CtaBits-1:0] : keeper_q;
    kept_d = chosen || kept_q;
    allowed_d = all ? '1 : Ctas'(kept_d) << keeper_d;
    throttled_d = live_q != '0 && !all;
    counted_d = kept_d ? 2'd0 : (counted_q == 2'd2) ? 2'd2 : counted_q + 2'd1;
    if (launch_i) begin
      counted_d = 2'd0;
    end
    if (launch_i || ended_i[keeper_d]) begin
      kept_d = 1'b0;
    end
    live_d = (live_q & {Ctas{!launch_i}} & ~ended_i) | started_i;
    margin_d = launch_i ? margin_i : margin_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q <= '0;
      kept_q <= 1'b0;
      keeper_q <= '0;
      counted_q <= '0;
      margin_q <= '0;
      allowed_q <= '0;
      throttled_q <= 1'b0;
    end else begin
      live_q <= live_d;
      kept_q <= kept_d;
      keeper_q <= keeper_d;
      counted_q <= counted_d;
      margin_q <= margin_d;
      allowed_q <= allowed_d;
      throttled_q <= throttled_d;
    end
  end

  assign allowed_o = allowed_q;
  assign throttled_o = throttled_q;

  `HEDDLE_ASSERT(AllOneOrNobody, allowed_o == '1 || (allowed_o & (allowed_o - 1'b1)) == '0)
  `HEDDLE_ASSERT(KeeperIsLive, !kept_q || live_q[keeper_q])
  `HEDDLE_ASSERT(CountsWithoutAKeeper, counted_q == '0 || (!kept_q && counted_q <= 2'd2))

endmodule
`default_nettype wire
