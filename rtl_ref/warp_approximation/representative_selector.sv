// SPDX-License-Identifier: Apache-2.0
// Selects the lane that represents a warp and makes its mask (Wong2016, section 3.1.2, Fig. 2b): a priority
// encoder over the active lanes, and a decoder.
//
// Policy      0  the lowest active lane
//             1  the highest
//             2  the middle: of n active lanes the one with floor(n / 2) active lanes below it
//             3  at random: the first active lane from a random lane upward, behind lane 31 lane 0
// Latency     rsp_* shows the result of req_* after one rising edge.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; all outputs become zero, and the shift register 1. A request in reset is lost.
//
//   req_active_i   rsp_mask_o, rsp_lane_o
//   0              0, 0
//   else           one bit of req_active_i, and its number
//
// The random lane is bits 4:0 of a shift register of 16 bits with linear feedback, x^16 + x^15 + x^13 +
// x^4 + 1, as it stands ahead of the request; each request shifts it up by one, with no active lane, too.
`include "rtl_ref/assertions.svh"
`default_nettype none

module representative_selector #(
  parameter int unsigned Policy = 0,
  localparam int unsigned Lanes = 32
) (
  input  wire logic             clk_i,
  input  wire logic             rst_ni,
  input  wire logic [Lanes-1:0] req_active_i,
  input  wire logic             req_valid_i,
  output logic      [Lanes-1:0] rsp_mask_o,
  output logic      [4:0]       rsp_lane_o,
  output logic                  rsp_valid_o
);

  if (Policy > 3) begin : gen_check_policy
    $error("representative_selector: Policy must be 0 to 3");
  end

  // The lowest of the searched lanes, and the lane of the warp that it stands for.
  logic [Lanes-1:0] searched;
  logic [4:0] found, lane;
  logic any;

  lane_encoder u_encoder (
    .lanes_i(searched),
    .lane_o(found),
    .any_o(any)
  );

  if (Policy == 1) begin : gen_highest
    for (genvar i = 0; i < Lanes; i++) begin : gen_reverse
      assign searched[i] = req_active_i[Lanes-1-i];
    end
    assign lane = ~found;
  end else if (Policy == 2) begin : gen_middle
    assign searched = req_active_i;
    middle_lane u_middle (
      .active_i(req_active_i),
      .lane_o(lane)
    );

    logic unused_found;
    assign unused_found = ^found;
  end else if (Policy == 3) begin : gen_random
    logic [15:0] start_d, start_q;

    always_comb begin
      start_d = start_q;
      if (req_valid_i) begin
        start_d = {start_q[14:0], start_q[15] ^ start_q[14] ^ start_q[12] ^ start_q[3]};
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        start_q <= 16'd1;
      end else begin
        start_q <= start_d;
      end
    end

    assign searched = Lanes'({req_active_i, req_active_i} >> start_q[4:0]);
    assign lane = found + start_q[4:0];

    `HEDDLE_ASSERT(NeverStuck, start_q != '0)
  end else begin : gen_lowest
    assign searched = req_active_i;
    assign lane = found;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rsp_valid_o <= 1'b0;
      rsp_mask_o <= '0;
      rsp_lane_o <= '0;
    end else begin
      rsp_valid_o <= req_valid_i;
      rsp_mask_o <= Lanes'(any) << lane;
      rsp_lane_o <= lane & {5{any}};
    end
  end

endmodule
`default_nettype wire
