// SPDX-License-Identifier: Apache-2.0
// The lowest of the ways that count least.
//
// Function    way_o one-hot, count_o what it counts. Ways is a power of two: pairs are compared, then the
//             lower ones of two pairs, and so on.
// Latency     combinational.
`default_nettype none

module frequency_least #(
  parameter int unsigned Ways = 8,
  parameter int unsigned CounterBits = 24
) (
  input  wire logic [CounterBits*Ways-1:0] counts_i,
  output logic      [Ways-1:0]             way_o,
  output logic      [CounterBits-1:0]      count_o
);

  // Nodes of a tree: node 1 is its root, nodes 2n and 2n+1 are below node n, and way w is node Ways + w.
  localparam int unsigned Nodes = 2 * Ways;
  logic [CounterBits*Nodes-1:0] lowest;
  logic [Nodes-1:0] upper, chosen;

  always_comb begin
    lowest = '0;
    upper = '0;
    lowest[CounterBits*Ways +: CounterBits*Ways] = counts_i;
    for (int unsigned n = Ways - 1; n > 0; n--) begin
      upper[n] = lowest[CounterBits*(2*n+1) +: CounterBits] < lowest[CounterBits*2*n +: CounterBits];
      lowest[CounterBits*n +: CounterBits] =
          upper[n] ? lowest[CounterBits*(2*n+1) +: CounterBits] : lowest[CounterBits*2*n +: CounterBits];
    end

    chosen = '0;
    chosen[1] = 1'b1;
    for (int unsigned n = 1; n < Ways; n++) begin
      chosen[2*n] = chosen[n] && !upper[n];
      chosen[2*n+1] = chosen[n] && upper[n];
    end
  end

  assign way_o = chosen[Nodes-1 -: Ways];
  assign count_o = lowest[CounterBits +: CounterBits];

  logic unused_nodes;
  assign unused_nodes = ^{upper[Nodes-1 -: Ways], upper[0], chosen[Ways-1:0], lowest[CounterBits-1:0]};

endmodule
`default_nettype wire
