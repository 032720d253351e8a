// SPDX-License-Identifier: Apache-2.0
// Decides whether the lane that represents a path executes an instruction for all lanes, and which source
// registers lie in that lane alone (Wong2016, section 3.1.2).
//
// Path        1 when a lane of req_active_i is none of path 0, else 0. What follows is of that path.
// Entries     element 2*k + p of req_known_i is what is known of source k in path p: bit 7 similar,
//             bit 6 stored as a scalar, bits 4:0 the d with which it was found. Only sources count whose
//             bit of req_sources_i is set. Bits 7:5 of a representative do not count.
// Latency     rsp_* shows the result of req_* after one rising edge.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; all outputs become zero. A request in reset is lost.
//
//   rsp_scalars_o          bit k: source k is stored as a scalar
//   rsp_representative_o   the lane of the path
//   rsp_of_path_o          the active lanes are all of the path
//   rsp_similar_o          all sources are similar, with a d of req_level_i at most
//   rsp_one_lane_o         the lane executes for all: rsp_of_path_o, and with req_enough_i[1], the ApproxBit,
//                          rsp_similar_o, else with req_enough_i[0] all sources are similar with a d of 0
//   rsp_executed_o         that lane alone with rsp_one_lane_o, else req_active_i
//   rsp_read_o             that lane alone with rsp_one_lane_o, else req_read_i
`include "rtl_ref/assertions.svh"
`default_nettype none

module representative_decision #(
  localparam int unsigned Lanes = 32,
  localparam int unsigned Paths = 2,
  localparam int unsigned Sources = 6
) (
  input  wire logic                       clk_i,
  input  wire logic                       rst_ni,
  input  wire logic [Lanes-1:0]           req_active_i,
  input  wire logic [Lanes-1:0]           req_read_i,
  input  wire logic [Lanes*Paths-1:0]     req_lanes_i,
  input  wire logic [8*Paths-1:0]         req_representative_i,
  input  wire logic [8*Paths*Sources-1:0] req_known_i,
  input  wire logic [Sources-1:0]         req_sources_i,
  input  wire logic [4:0]                 req_level_i,
  input  wire logic [1:0]                 req_enough_i,
  input  wire logic                       req_valid_i,
  output logic      [Lanes-1:0]           rsp_executed_o,
  output logic      [Lanes-1:0]           rsp_read_o,
  output logic      [Sources-1:0]         rsp_scalars_o,
  output logic      [4:0]                 rsp_representative_o,
  output logic                            rsp_path_o,
  output logic                            rsp_of_path_o,
  output logic                            rsp_similar_o,
  output logic                            rsp_one_lane_o,
  output logic                            rsp_valid_o
);

  logic path, of_path, one_lane;
  logic [Lanes-1:0] lanes, representative_mask;
  logic [4:0] representative;
  assign path = (req_active_i & ~req_lanes_i[Lanes-1:0]) != '0;
  assign lanes = path ? req_lanes_i[2*Lanes-1:Lanes] : req_lanes_i[Lanes-1:0];
  assign representative = path ? req_representative_i[12:8] : req_representative_i[4:0];
  assign representative_mask = Lanes'(1'b1) << representative;
  assign of_path = req_active_i == lanes;

  logic [Sources-1:0] similar, equal, scalars;
  for (genvar k = 0; k < Sources; k++) begin : gen_source
    logic [7:0] known;
    assign known = path ? req_known_i[16*k+8 +: 8] : req_known_i[16*k +: 8];
    assign similar[k] = !req_sources_i[k] || (known[7] && known[4:0] <= req_level_i);
    assign equal[k] = !req_sources_i[k] || (known[7] && known[4:0] == '0);
    assign scalars[k] = req_sources_i[k] && known[6];

    logic unused_bit;
    assign unused_bit = known[5];
  end

  assign one_lane = of_path && (req_enough_i[1] ? similar == '1 : req_enough_i[0] && equal == '1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rsp_valid_o <= 1'b0;
      rsp_executed_o <= '0;
      rsp_read_o <= '0;
      rsp_scalars_o <= '0;
      rsp_representative_o <= '0;
      rsp_path_o <= 1'b0;
      rsp_of_path_o <= 1'b0;
      rsp_similar_o <= 1'b0;
      rsp_one_lane_o <= 1'b0;
    end else begin
      rsp_valid_o <= req_valid_i;
      rsp_executed_o <= one_lane ? representative_mask : req_active_i;
      rsp_read_o <= one_lane ? representative_mask : req_read_i;
      rsp_scalars_o <= scalars;
      rsp_representative_o <= representative;
      rsp_path_o <= path;
      rsp_of_path_o <= of_path;
      rsp_similar_o <= similar == '1;
      rsp_one_lane_o <= one_lane;
    end
  end

  logic unused_representative_bits;
  assign unused_representative_bits = ^{req_representative_i[15:13], req_representative_i[7:5]};

  `HEDDLE_ASSERT(OneLaneExecutesForAll,
                 !rsp_one_lane_o || rsp_executed_o == Lanes'(1'b1) << rsp_representative_o)

endmodule
`default_nettype wire
