// SPDX-License-Identifier: Apache-2.0
// Arbitrates one port of every bank between requesters, each naming the set of banks it needs.
//
// Function    A requester that was granted in the previous cycle is not considered. The others are
//             considered in rotating order from a registered pointer on; one is granted when no
//             bank of its set is taken by one granted before it. The pointer moves to the one after
//             the first granted; it stays when none is granted.
// Latency     inputs are sampled at a rising edge; the outputs show the decision after it.
// Reset       asynchronous; pointer at requester 0, outputs zero.
//
//   pending_i[i]   granted before   its banks        grants_o[i]   conflicts_o[i]
//   0              -                -                0             0
//   1              yes              -                0             0
//   1              no               all free         1             0
//   1              no               one is taken     0             1
`include "rtl_ref/assertions.svh"
`default_nettype none

module bank_port_arbiter #(
  parameter int unsigned Requesters = 32,
  parameter int unsigned Banks = 32
) (
  input  wire logic                        clk_i,
  input  wire logic                        rst_ni,
  input  wire logic [Requesters-1:0]       pending_i,
  input  wire logic [Requesters*Banks-1:0] banks_i,
  output logic      [Requesters-1:0]       grants_o,
  output logic      [Requesters-1:0]       conflicts_o
);

  if (Requesters < 1 || Requesters > 32) begin : gen_check_requesters
    $error("bank_port_arbiter: Requesters must be 1 to 32");
  end
  if (Banks < 1 || Banks > 32) begin : gen_check_banks
    $error("bank_port_arbiter: Banks must be 1 to 32");
  end

  // The pointer as one bit a requester: those before it are considered in the second round.
  logic [Requesters-1:0] second_d, second_q;
  logic [Requesters-1:0] grants_d, grants_q, conflicts_d, conflicts_q;
  logic [Requesters-1:0] heard;
  logic found;

  // Bit Requesters*i+j: requesters i and j need a common bank. All pairs are compared side by side,
  // so that only one bit a requester ripples through the rotating order.
  logic [Requesters*Requesters-1:0] overlaps;
  always_comb begin
    overlaps = '0;
    for (int unsigned i = 0; i < Requesters; i++) begin
      for (int unsigned j = 0; j < i; j++) begin
        overlaps[Requesters*i+j] = (banks_i[Banks*i +: Banks] & banks_i[Banks*j +: Banks]) != '0;
        overlaps[Requesters*j+i] = overlaps[Requesters*i+j];
      end
    end
  end

  always_comb begin
    heard = pending_i & ~grants_q;
    grants_d = '0;
    second_d = second_q;
    found = 1'b0;
    for (int unsigned k = 0; k < 2 * Requesters; k++) begin
      if (heard[k % Requesters] && second_q[k % Requesters] == (k >= Requesters) &&
          (overlaps[Requesters*(k % Requesters) +: Requesters] & grants_d) == '0) begin
        grants_d[k % Requesters] = 1'b1;
        if (!found) begin
          // All up to and including this one; none when it is the last.
          for (int unsigned j = 0; j < Requesters; j++) begin
            second_d[j] = j <= k % Requesters && k % Requesters != Requesters - 1;
          end
        end
        found = 1'b1;
      end
    end
    conflicts_d = heard & ~grants_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      second_q <= '0;
      grants_q <= '0;
      conflicts_q <= '0;
    end else begin
      second_q <= second_d;
      grants_q <= grants_d;
      conflicts_q <= conflicts_d;
    end
  end

  assign grants_o = grants_q;
  assign conflicts_o = conflicts_q;

  `HEDDLE_ASSERT(OneOutcome, (grants_o & conflicts_o) == '0)
  `HEDDLE_ASSERT(ConflictNeedsGrant, conflicts_o == '0 || grants_o != '0)
  `HEDDLE_ASSERT(PointerIsThermometer, (second_q & (second_q + 1'b1)) == '0)
  for (genvar i = 0; i < Requesters; i++) begin : gen_assert
    `HEDDLE_ASSERT_NEXT(GrantedIsNotHeard, grants_q[i], !grants_q[i] && !conflicts_q[i])
  end

endmodule
`default_nettype wire
