// SPDX-License-Identifier: Apache-2.0
// With round robin no unit is passed over for ever: while a unit that is chosen stays free and is not taken,
// fewer than Units others are taken, at edges behind which it could have been offered.
`default_nettype none

module pool_offer_turns #(
  parameter int unsigned Units = 5,
  parameter int unsigned Policy = 1,
  localparam int unsigned UnitBits = (Units < 2) ? 1 : $clog2(Units),
  localparam int unsigned CountBits = UnitBits + 1
) (
  input  wire logic                clk_i,
  input  wire logic [UnitBits-1:0] chosen_i,
  input  wire logic [Units-1:0]    free_i,
  input  wire logic                taken_i,
  output logic                     wrong_o
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

  // Does the chosen one wait since the edge before, and how many others were taken since it began to?
  logic [UnitBits-1:0] chosen_q;
  logic [CountBits-1:0] others_q;
  logic waits_q, takes, is_free;
  assign takes = taken_i && valid;
  assign is_free = |(free_i & (Units'(1) << chosen_q));

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      chosen_q <= (32'(chosen_i) < Units) ? chosen_i : '0;
      waits_q <= 1'b0;
      others_q <= '0;
    end else begin
      waits_q <= is_free && !(takes && unit == chosen_q);
      if (!waits_q || !is_free) begin
        others_q <= '0;
      end else if (takes && others_q != '1) begin
        others_q <= others_q + CountBits'(1);
      end
    end
  end

  assign wrong_o = started_q && waits_q && 32'(others_q) >= Units;

endmodule
`default_nettype wire
