// SPDX-License-Identifier: Apache-2.0
// Whatever units are free, and whenever one is taken: the unit that is offered was free at the edge, and is
// not the one that was taken there; without an offer no other unit was free. Without round robin no lower one
// could have been offered.
`default_nettype none

module pool_offer_free #(
  parameter int unsigned Units = 12,
  parameter int unsigned Policy = 0,
  localparam int unsigned UnitBits = (Units < 2) ? 1 : $clog2(Units)
) (
  input  wire logic             clk_i,
  input  wire logic [Units-1:0] free_i,
  input  wire logic             taken_i,
  output logic                  wrong_o
);

  logic started_q = 1'b0;
  logic valid;
  logic [UnitBits-1:0] unit, unused_last;
  pool_offer #(
    .Units(Units),
    .Policy(Policy)
  ) u_offer (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .free_i(free_i),
    .taken_i(taken_i),
    .valid_o(valid),
    .unit_o(unit),
    .last_o(unused_last)
  );

  // What was free at the edge before; and what was taken there.
  logic [Units-1:0] free_q, taken_q, may, offered;
  logic seen_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    seen_q <= started_q;
    free_q <= free_i;
    for (int unsigned u = 0; u < Units; u++) begin
      taken_q[u] <= taken_i && valid && unit == UnitBits'(u);
    end
  end

  always_comb begin
    may = free_q & ~taken_q;
    for (int unsigned u = 0; u < Units; u++) begin
      offered[u] = valid && unit == UnitBits'(u);
    end
    wrong_o = seen_q && (valid ? (offered & may) == '0 : (may != '0 || unit != '0));
    for (int unsigned u = 0; u < Units; u++) begin
      if (Policy == 0 && seen_q && valid && may[u] && UnitBits'(u) < unit) begin
        wrong_o = 1'b1;
      end
    end
  end

endmodule
`default_nettype wire
