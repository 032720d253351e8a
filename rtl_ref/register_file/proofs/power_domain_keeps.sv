// SPDX-License-Identifier: Apache-2.0
// A domain that is written only while awake is never gated while it holds a valid entry, nor while
// it is needed. Broken lets an entry become valid at any time, as the protocol forbids.
`default_nettype none

module power_domain_keeps #(
  parameter int unsigned WakeUp = 10,
  parameter bit Broken = 1'b0
) (
  input  wire logic clk_i,
  input  wire logic need_i,
  input  wire logic write_i,
  input  wire logic invalidate_i,
  output logic      lost_o
);

  logic awake, gated, holding_d, holding_q, needed_q;
  assign holding_d = (holding_q && !invalidate_i) || (write_i && (awake || Broken));

  power_domain #(
    .WakeUp(WakeUp)
  ) u_power_domain (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .need_i(need_i),
    .holding_i(holding_d),
    .awake_o(awake),
    .gated_o(gated)
  );

  always_ff @(posedge clk_i) begin
    holding_q <= holding_d;
    needed_q <= need_i;
  end

  assign lost_o = gated && (holding_q || needed_q);

endmodule
`default_nettype wire
