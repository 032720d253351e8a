// SPDX-License-Identifier: Apache-2.0
// The work of best_of_all_selector, which tells the rule: which candidate is stored, with its tag, or the
// line. Index 0 is BDI, 1 FPC, 2 C-Pack. There are no registers. LineBytes is a power of two, for proofs
// about short lines.
`default_nettype none

module best_line_select #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Granularity = 32,
  parameter int unsigned Margin = 0,
  parameter int unsigned BdiDecompressionLatency = 1,
  parameter int unsigned FpcDecompressionLatency = 10,
  parameter int unsigned CpackDecompressionLatency = 8,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned Codecs = 3
) (
  input  wire logic [Bits-1:0]     line_i,
  input  wire logic [Bits-1:0]     bdi_i,
  input  wire logic [Bits-1:0]     fpc_i,
  input  wire logic [Bits-1:0]     cpack_i,
  input  wire logic [8*Codecs-1:0] lengths_i,
  input  wire logic [Codecs-1:0]   candidates_i,
  output logic      [Bits-1:0]     result_o,
  output logic      [7:0]          length_o,
  output logic                     compressed_o
);

  localparam int unsigned Granules = LineBytes / Granularity;
  localparam int unsigned GranuleBits = (Granules < 2) ? 1 : $clog2(Granules);
  localparam logic [8*Codecs-1:0] Latencies = {
    8'(CpackDecompressionLatency), 8'(FpcDecompressionLatency), 8'(BdiDecompressionLatency)
  };

  logic [8*Codecs-1:0] bytes;
  logic [GranuleBits*Codecs-1:0] granules;
  logic [Codecs-1:0] eligible, close, taken;

  for (genvar i = 0; i < Codecs; i++) begin : gen_codec
    best_line_granules #(
      .LineBytes(LineBytes),
      .Granularity(Granularity),
      .TagBytes((i == 0) ? 0 : 1)
    ) u_granules (
      .length_i(lengths_i[8*i +: 8]),
      .candidate_i(candidates_i[i]),
      .bytes_o(bytes[8*i +: 8]),
      .granules_o(granules[GranuleBits*i +: GranuleBits]),
      .eligible_o(eligible[i])
    );

    // Another takes fewer granules by more than the margin; another is close to the fewest, too, and faster.
    logic [Codecs-1:0] beaten, faster;
    for (genvar j = 0; j < Codecs; j++) begin : gen_other
      localparam bit Faster = Latencies[8*j +: 8] < Latencies[8*i +: 8] ||
                              (Latencies[8*j +: 8] == Latencies[8*i +: 8] && j < i);
      if (j == i) begin : gen_itself
        assign beaten[j] = 1'b0;
      end else begin : gen_compare
        assign beaten[j] = eligible[j] &&
                            8'(granules[GranuleBits*i +: GranuleBits]) >
                            8'(granules[GranuleBits*j +: GranuleBits]) + 8'(Margin);
      end
      if (Faster) begin : gen_faster
        assign faster[j] = close[j];
      end else begin : gen_slower
        assign faster[j] = 1'b0;
      end
    end
    assign close[i] = eligible[i] && beaten == '0;
    assign taken[i] = close[i] && faster == '0;
  end

  always_comb begin
    result_o = line_i;
    length_o = 8'(LineBytes);
    if (taken[0]) begin
      result_o = bdi_i;
      length_o = bytes[7:0];
    end
    if (taken[1]) begin
      result_o = {fpc_i[Bits-9:0], 8'h08};
      length_o = bytes[15:8];
    end
    if (taken[2]) begin
      result_o = {cpack_i[Bits-9:0], 8'h10};
      length_o = bytes[23:16];
    end
  end

  assign compressed_o = eligible != '0;

  // A candidate that saves a granule has not all bytes.
  logic unused_last;
  assign unused_last = ^{fpc_i[Bits-1 -: 8], cpack_i[Bits-1 -: 8]};

endmodule
`default_nettype wire
