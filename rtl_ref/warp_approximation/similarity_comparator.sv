// SPDX-License-Identifier: Apache-2.0
// Compares the active lanes of a result with a representative value (Wong2016, section 3.1.1, Fig. 2a):
// an exclusive or in each lane, of which the lowest req_d_i bits and inactive lanes do not count.
//
// Selects     0: the value is req_representative_i, as a similarity_selector gives it one stage earlier.
//             1: it is that of the lowest active lane, selected in this same stage; req_representative_i
//             does not matter.
// Latency     rsp_* shows the result of req_* after one rising edge.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; all outputs become zero. A request in reset is lost.
//
//   output                 is high when
//   rsp_similar_o          bits 31..req_d_i of all active lanes are those of the representative value
//   rsp_equal_o            all active lanes are the representative value
//   rsp_bypass_o           bits 31..req_d_i of req_input_i are those of the representative value
//
// rsp_data_o and rsp_active_o are those of the request, rsp_representative_o the value. With no active
// lane, rsp_similar_o and rsp_equal_o are high, and a value that is selected here is 0.
`include "rtl_ref/assertions.svh"
`default_nettype none

module similarity_comparator #(
  parameter int unsigned Selects = 0,
  localparam int unsigned Lanes = 32,
  localparam int unsigned LaneBits = 32,
  localparam int unsigned Bits = Lanes * LaneBits
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,
  input  wire logic [Bits-1:0]     req_data_i,
  input  wire logic [Lanes-1:0]    req_active_i,
  input  wire logic [4:0]          req_d_i,
  input  wire logic [LaneBits-1:0] req_input_i,
  input  wire logic [LaneBits-1:0] req_representative_i,
  input  wire logic                req_valid_i,
  output logic      [Bits-1:0]     rsp_data_o,
  output logic      [Lanes-1:0]    rsp_active_o,
  output logic      [LaneBits-1:0] rsp_representative_o,
  output logic                     rsp_similar_o,
  output logic                     rsp_equal_o,
  output logic                     rsp_bypass_o,
  output logic                     rsp_valid_o
);

  if (Selects > 1) begin : gen_check_selects
    $error("similarity_comparator: Selects must be 0 or 1");
  end

  logic [LaneBits-1:0] representative;

  if (Selects == 1) begin : gen_select
    lowest_active_value u_lowest (
      .data_i(req_data_i),
      .active_i(req_active_i),
      .value_o(representative)
    );

    logic unused_representative;
    assign unused_representative = ^req_representative_i;
  end else begin : gen_selected
    assign representative = req_representative_i;
  end

  logic [LaneBits-1:0] counts;  // bits that must agree
  logic [Lanes-1:0] dissimilar, unequal;
  logic bypass;

  assign counts = {LaneBits{1'b1}} << req_d_i;
  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [LaneBits-1:0] difference;
    assign difference = req_data_i[LaneBits*i +: LaneBits] ^ representative;
    assign dissimilar[i] = req_active_i[i] && (difference & counts) != '0;
    assign unequal[i] = req_active_i[i] && difference != '0;
  end
  assign bypass = ((req_input_i ^ representative) & counts) == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rsp_valid_o <= 1'b0;
      rsp_data_o <= '0;
      rsp_active_o <= '0;
      rsp_representative_o <= '0;
      rsp_similar_o <= 1'b0;
      rsp_equal_o <= 1'b0;
      rsp_bypass_o <= 1'b0;
    end else begin
      rsp_valid_o <= req_valid_i;
      rsp_data_o <= req_data_i;
      rsp_active_o <= req_active_i;
      rsp_representative_o <= representative;
      rsp_similar_o <= dissimilar == '0;
      rsp_equal_o <= unequal == '0;
      rsp_bypass_o <= bypass;
    end
  end

  `HEDDLE_ASSERT(EqualIsSimilar, !rsp_equal_o || rsp_similar_o)

endmodule
`default_nettype wire
