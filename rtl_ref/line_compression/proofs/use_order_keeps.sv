// SPDX-License-Identifier: Apache-2.0
// oldest_o is the last one of a list of the ways of any set, to whose front each way is moved that
// is used. That the ways of all sets are always in an order is said by the assertions of use_order.
`default_nettype none

module use_order_keeps #(
  parameter int unsigned Sets = 2,
  parameter int unsigned Ways = 4,
  localparam int unsigned SetBits = (Sets < 2) ? 1 : $clog2(Sets),
  localparam int unsigned WayBits = $clog2(Ways)
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [SetBits-1:0] chosen_i,
  input  wire logic [SetBits-1:0] set_i,
  input  wire logic [WayBits-1:0] way_i,
  input  wire logic               use_i,
  output logic                    wrong_o
);

  logic started_q = 1'b0;
  logic rst_n;
  assign rst_n = rst_ni && started_q;

  logic [Ways-1:0] oldest;
  use_order #(
    .Sets(Sets),
    .Ways(Ways)
  ) u_order (
    .clk_i(clk_i),
    .rst_ni(rst_n),
    .set_i(set_i),
    .used_i(Ways'(use_i) << way_i),
    .oldest_o(oldest)
  );

  // The ways of the chosen set, the one that was used last in the lowest bits.
  logic [SetBits-1:0] chosen_q;
  logic [WayBits*Ways-1:0] list_d, list_q;
  logic found;

  always_comb begin
    list_d = list_q;
    found = 1'b0;
    if (use_i && set_i == chosen_q) begin
      list_d[0 +: WayBits] = way_i;
      for (int unsigned k = 0; k + 1 < Ways; k++) begin
        found = found || list_q[WayBits*k +: WayBits] == way_i;
        if (!found) begin
          list_d[WayBits*(k+1) +: WayBits] = list_q[WayBits*k +: WayBits];
        end
      end
    end
    for (int unsigned k = 0; k < Ways; k++) begin
      if (!rst_n) begin
        list_d[WayBits*k +: WayBits] = WayBits'(k);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    chosen_q <= rst_n ? chosen_q : chosen_i;
    list_q <= list_d;
  end

  assign wrong_o = rst_n && set_i == chosen_q &&
                   oldest != Ways'(1) << list_q[WayBits*(Ways-1) +: WayBits];

endmodule
`default_nettype wire
