// SPDX-License-Identifier: Apache-2.0
// The way found counts no more than any other, and less than each below it; it is the only one, and its count
// is told.
`default_nettype none

module frequency_least_is #(
  parameter int unsigned Ways = 8,
  parameter int unsigned CounterBits = 4
) (
  input  wire logic [CounterBits*Ways-1:0] counts_i,
  output logic                             wrong_o
);

  logic [Ways-1:0] way;
  logic [CounterBits-1:0] count, other;
  frequency_least #(
    .Ways(Ways),
    .CounterBits(CounterBits)
  ) u_least (
    .counts_i(counts_i),
    .way_o(way),
    .count_o(count)
  );

  logic below;
  always_comb begin
    wrong_o = way == '0 || (way & (way - Ways'(1))) != '0;
    below = 1'b1;  // the ways so far are below the one found
    for (int unsigned w = 0; w < Ways; w++) begin
      other = counts_i[CounterBits*w +: CounterBits];
      if (way[w]) begin
        below = 1'b0;
        wrong_o = wrong_o || other != count;
      end
      wrong_o = wrong_o || (below ? other <= count : other < count);
    end
  end

endmodule
`default_nettype wire
