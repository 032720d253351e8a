// SPDX-License-Identifier: Apache-2.0
// Of the candidates that take the fewest granules, or at most Margin more, best_line_select, the work of best_of_all_selector,
// stores none while another has a lower decompression latency, or the same and a lower number. Which one it stores is told by
// the first stored byte. Broken exchanges two latencies.
`default_nettype none

module best_line_ties #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Granularity = 32,
  parameter int unsigned Margin = 0,
  parameter int unsigned BdiDecompressionLatency = 1,
  parameter int unsigned FpcDecompressionLatency = 10,
  parameter int unsigned CpackDecompressionLatency = 8,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [23:0] lengths_i,
  input  wire logic [2:0]  candidates_i,
  output logic             wrong_o
);

  logic [Bits-1:0] result, unused_result;
  assign unused_result = result;
  logic [7:0] unused_length;
  logic compressed;

  best_line_select #(
    .LineBytes(LineBytes),
    .Granularity(Granularity),
    .Margin(Margin),
    .BdiDecompressionLatency(BdiDecompressionLatency),
    .FpcDecompressionLatency(Broken ? CpackDecompressionLatency : FpcDecompressionLatency),
    .CpackDecompressionLatency(Broken ? FpcDecompressionLatency : CpackDecompressionLatency)
  ) u_select (
    .line_i('0),
    .bdi_i('0),
    .fpc_i('0),
    .cpack_i('0),
    .lengths_i(lengths_i),
    .candidates_i(candidates_i),
    .result_o(result),
    .length_o(unused_length),
    .compressed_o(compressed)
  );

  localparam logic [31:0] Whole = LineBytes / Granularity;
  localparam logic [47:0] Latencies = {16'(CpackDecompressionLatency), 16'(FpcDecompressionLatency),
                                       16'(BdiDecompressionLatency)};

  logic [95:0] taken;
  logic [31:0] fewest;
  logic [2:0] eligible;
  logic [1:0] stored;
  assign stored = result[4:3];

  always_comb begin
    fewest = Whole;
    taken = '0;
    eligible = '0;
    for (int unsigned i = 0; i < 3; i++) begin
      taken[32*i +: 32] =
          (32'(lengths_i[8*i +: 8]) + ((i == 0) ? 32'd0 : 32'd1) + Granularity - 1) / Granularity;
      eligible[i] = candidates_i[i] && taken[32*i +: 32] < Whole;
      if (eligible[i] && taken[32*i +: 32] < fewest) fewest = taken[32*i +: 32];
    end
    wrong_o = compressed != (eligible != '0);
    for (int unsigned i = 0; i < 3; i++) begin
      for (int unsigned j = 0; j < 3; j++) begin
        if (compressed && stored == 2'(i) && i != j && eligible[j] &&
            taken[32*j +: 32] <= fewest + Margin &&
            (Latencies[16*j +: 16] < Latencies[16*i +: 16] ||
             (Latencies[16*j +: 16] == Latencies[16*i +: 16] && j < i))) begin
          wrong_o = 1'b1;
        end
      end
    end
  end

endmodule
`default_nettype wire
