// SPDX-License-Identifier: Apache-2.0
// Offers the next memory line one of the compressors of an edge, or one of its decoders, that are free
// (Lal2017, section III-G).
//
// Parameters  Units, 1 to 64. Policy: 0 the lowest free unit, 1 round robin: the next one behind the unit
//             that was taken last.
// free        bit u: unit u is free. Bits from Units on do not matter.
// taken       taken_offer_i: the unit that is offered in this cycle is taken. Without an offer it does not
//             matter.
// offer       offer_valid_o: offer_unit_o may be taken; that is zero without an offer. An offer that is not
//             taken may be replaced or withdrawn.
// Latency     inputs are sampled at a rising edge, and the offer shows behind it. A unit that is taken is not
//             offered behind the edge that samples this, so that its bit of free_units_i may fall a cycle
//             later; another one is, so that one may be taken in each cycle.
// Reset       asynchronous; nothing is offered, and unit 0 is the next one in turn.
//
//   free_units_i       taken_offer_i   offer behind the edge
//   0                  any             none
//   the offered one    1               none
//   others             any             one of them
//
// The choice is a priority encoder over all units; with round robin one over those behind the last one goes
// before it.
`default_nettype none

module codec_pool #(
  parameter int unsigned Units = 12,
  parameter int unsigned Policy = 0,
  localparam int unsigned MostUnits = 64
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,
  input  wire logic [MostUnits-1:0] free_units_i,
  input  wire logic                 taken_offer_i,
  output logic                      offer_valid_o,
  output logic      [7:0]           offer_unit_o
);

  if (Units < 1 || Units > MostUnits) begin : gen_check_units
    $error("codec_pool: Units must be 1 to 64");
  end
  if (Policy > 1) begin : gen_check_policy
    $error("codec_pool: Policy must be 0 or 1");
  end

  localparam int unsigned UnitBits = (Units < 2) ? 1 : $clog2(Units);

  logic [UnitBits-1:0] unit, last;

  pool_offer #(
    .Units(Units),
    .Policy(Policy)
  ) u_offer (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .free_i(free_units_i[Units-1:0]),
    .taken_i(taken_offer_i),
    .valid_o(offer_valid_o),
    .unit_o(unit),
    .last_o(last)
  );

  assign offer_unit_o = 8'(unit);

  // There may be fewer units.
  logic unused_bits;
  assign unused_bits = ^{free_units_i, last};

endmodule
`default_nettype wire
