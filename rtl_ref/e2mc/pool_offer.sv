// SPDX-License-Identifier: Apache-2.0
// The work of codec_pool, whose comment has the time of all this, with pins for as many units as there are.
//
// Function    of the units that are free, without the one that is taken, the lowest is offered next; with
//             round robin the lowest of those behind the one that was taken last, if there are any.
//             last_o is that one, for proofs; zero without round robin.
// Reset       asynchronous; nothing is offered, last_o is the highest unit.
`include "rtl_ref/assertions.svh"
`default_nettype none

module pool_offer #(
  parameter int unsigned Units = 12,
  parameter int unsigned Policy = 0,
  localparam int unsigned UnitBits = (Units < 2) ? 1 : $clog2(Units)
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,
  input  wire logic [Units-1:0]    free_i,
  input  wire logic                taken_i,
  output logic                     valid_o,
  output logic      [UnitBits-1:0] unit_o,
  output logic      [UnitBits-1:0] last_o
);

  logic takes, valid_d, valid_q;
  logic [UnitBits-1:0] unit_d, unit_q;
  logic [Units-1:0] offered, candidates, preferred, chosen;

  assign takes = taken_i && valid_q;
  assign offered = Units'(1) << unit_q;
  assign candidates = free_i & ~({Units{takes}} & offered);

  if (Policy == 1) begin : gen_round_robin
    logic [UnitBits-1:0] last_d, last_q;
    logic [Units-1:0] behind;

    assign last_d = takes ? unit_q : last_q;
    // Two shifts, as behind the highest unit there is none.
    assign behind = candidates & (({Units{1'b1}} << last_d) << 1);
    assign preferred = (behind != '0) ? behind : candidates;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        last_q <= UnitBits'(Units - 1);
      end else begin
        last_q <= last_d;
      end
    end

    assign last_o = last_q;
  end else begin : gen_lowest_free
    assign preferred = candidates;
    assign last_o = '0;
  end

  always_comb begin
    chosen = preferred & (~preferred + Units'(1));  // the lowest
    valid_d = candidates != '0;
    unit_d = '0;
    for (int unsigned u = 0; u < Units; u++) begin
      if (chosen[u]) begin
        unit_d = unit_d | UnitBits'(u);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      unit_q <= '0;
    end else begin
      valid_q <= valid_d;
      unit_q <= unit_d;
    end
  end

  assign valid_o = valid_q;
  assign unit_o = unit_q;

  `HEDDLE_ASSERT(OfferedUnitIsThere, 32'(unit_q) < Units && 32'(last_o) < Units)
  `HEDDLE_ASSERT(NoUnitWithoutOffer, valid_q || unit_q == '0)

endmodule
`default_nettype wire
