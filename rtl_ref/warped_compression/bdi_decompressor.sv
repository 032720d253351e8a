// SPDX-License-Identifier: Apache-2.0
// Restores one warp register of 32 lanes x 32 bits from the bytes that its banks hold (Lee2015,
// section 4). The inverse of bdi_compressor, whose table shows the layouts.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// Choices     bits 0 to 6 allow <4,0>, <4,1>, <4,2>, <8,0>, <8,1>, <8,2> and <8,4>; uncompressed is
//             always allowed. Another never arrives (asserted).
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero, and the outputs stay zero until
//             the first result. A request in reset is lost, as is one whose result is still to come.
//             Payloads inside are not reset: they are not used without their valid.
//
//   req_encoding_i   lane i > 0 (lane 0 is always bits 31:0)
//   0  <4,0>         lane 0
//   1  <4,1>         lane 0 + signed byte 3 + i, modulo 2^32
//   2  <4,2>         lane 0 + signed half word at byte 2 + 2i, modulo 2^32
//   3  uncompressed  word i
//
//   req_encoding_i   pair i > 0, lanes 2i + 1 and 2i (pair 0 is always bits 63:0)
//   4  <8,0>         pair 0
//   5  <8,1>         pair 0 + signed byte 7 + i, modulo 2^64
//   6  <8,2>         pair 0 + signed half word at byte 6 + 2i, modulo 2^64
//   7  <8,4>         pair 0 + signed word at byte 4 + 4i, modulo 2^64
//
// Bits of req_data_i beyond the encoding's own do not matter.
//
// Latency 1: one adder a lane; those of a pair are one of 64 bits for its encodings. Beyond: the
// result is delayed, for a synthesis tool to retime.
`include "rtl_ref/assertions.svh"
`default_nettype none

module bdi_decompressor #(
  parameter int unsigned Latency = 1,
  parameter int unsigned Choices = 7,
  localparam int unsigned Lanes = 32,
  localparam int unsigned LaneBits = 32,
  localparam int unsigned Bits = Lanes * LaneBits,
  localparam int unsigned Pairs = Lanes / 2,
  localparam int unsigned PairBits = 2 * LaneBits,
  localparam bit AnyDelta = Choices[1] || Choices[2],
  localparam bit AnyPairDelta = Choices[4] || Choices[5] || Choices[6],
  localparam bit AnyPair = Choices[3] || AnyPairDelta
) (
  input  wire logic            clk_i,
  input  wire logic            rst_ni,
  input  wire logic [Bits-1:0] req_data_i,
  input  wire logic [2:0]      req_encoding_i,
  input  wire logic            req_valid_i,
  output logic      [Bits-1:0] rsp_data_o,
  output logic                 rsp_valid_o
);

  if (Latency < 1 || Latency > 16) begin : gen_check_latency
    $error("bdi_decompressor: Latency must be 1 to 16");
  end
  if (Choices < 1 || Choices > 127) begin : gen_check_choices
    $error("bdi_decompressor: Choices must be 1 to 127");
  end

  // Without pairs the third bit does not matter.
  logic [2:0] encoding;
  assign encoding = {AnyPair && req_encoding_i[2], req_encoding_i[1:0]};

  logic is_uncompressed;
  logic [LaneBits-1:0] base;
  logic [Bits-1:0] lanes;

  assign is_uncompressed = encoding == 3'd3;
  assign base = req_data_i[LaneBits-1:0];

  // The differences of the pairs, and the carry from the lower to the upper lane of each.
  logic is_pair;
  logic [Bits-1:0] pair_delta;
  logic [Pairs-1:1] carry;

  assign is_pair = encoding[2];
  assign pair_delta[PairBits-1:0] = '0;
  for (genvar i = 1; i < Pairs; i++) begin : gen_pair
    if (AnyPairDelta) begin : gen_delta
      logic [7:0] delta1;
      logic [15:0] delta2;
      logic [31:0] delta4;
      assign delta1 = req_data_i[PairBits+8*(i-1) +: 8] & {8{Choices[4] && encoding == 3'd5}};
      assign delta2 = req_data_i[PairBits+16*(i-1) +: 16] & {16{Choices[5] && encoding == 3'd6}};
      assign delta4 = req_data_i[PairBits+32*(i-1) +: 32] & {32{Choices[6] && encoding == 3'd7}};
      assign pair_delta[PairBits*i +: PairBits] =
          {{56{delta1[7]}}, delta1} | {{48{delta2[15]}}, delta2} | {{32{delta4[31]}}, delta4};
    end else begin : gen_no_delta
      assign pair_delta[PairBits*i +: PairBits] = '0;
    end
  end

  assign lanes[LaneBits-1:0] = base;
  for (genvar i = 1; i < Lanes; i++) begin : gen_lane
    logic [LaneBits-1:0] word, operand, sum;
    assign word = req_data_i[LaneBits*i +: LaneBits];

    if (AnyPair && i % 2 == 1) begin : gen_upper
      assign operand = is_pair ? req_data_i[PairBits-1:LaneBits] : base;
    end else begin : gen_lower
      assign operand = base;
    end

    if (AnyDelta || AnyPairDelta) begin : gen_add
      logic is_delta1, is_delta2;
      logic [7:0] delta1;
      logic [15:0] delta2;
      logic [LaneBits-1:0] delta;
      assign is_delta1 = Choices[1] && encoding == 3'd1;
      assign is_delta2 = Choices[2] && encoding == 3'd2;
      assign delta1 = req_data_i[LaneBits+8*(i-1) +: 8] & {8{is_delta1}};
      assign delta2 = req_data_i[LaneBits+16*(i-1) +: 16] & {16{is_delta2}};
      assign delta = {{24{delta1[7]}}, delta1} | {{16{delta2[15]}}, delta2} |
                     pair_delta[LaneBits*i +: LaneBits];
      if (!AnyPairDelta || i == 1) begin : gen_alone
        assign sum = operand + delta;
      end else if (i % 2 == 0) begin : gen_with_carry
        assign {carry[i/2], sum} = {1'b0, operand} + {1'b0, delta};
      end else begin : gen_from_carry
        assign sum = operand + delta + LaneBits'(is_pair && carry[i/2]);
      end
    end else begin : gen_copy
      assign sum = operand;
    end
    assign lanes[LaneBits*i +: LaneBits] = is_uncompressed ? word : sum;
  end
  if (!AnyPairDelta) begin : gen_no_carry
    assign carry = '0;
  end

  // Not every choice has a use for all of these.
  logic unused_pairs;
  assign unused_pairs = is_pair ^ (^pair_delta) ^ (^carry);

  // Delay registers, then the output registers.
  localparam int unsigned Delay = (Latency > 1) ? Latency - 1 : 0;

  logic [Bits-1:0] delayed;
  logic delayed_valid;

  if (Delay > 0) begin : gen_delay
    logic [Delay-1:0] valid_q;
    logic [Bits*Delay-1:0] payload_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= '0;
      end else begin
        valid_q <= Delay'({valid_q, req_valid_i});
      end
    end

    for (genvar s = 0; s < Delay; s++) begin : gen_stage
      if (s == 0) begin : gen_first
        always_ff @(posedge clk_i) payload_q[Bits-1:0] <= lanes;
      end else begin : gen_later
        always_ff @(posedge clk_i) payload_q[Bits*s +: Bits] <= payload_q[Bits*(s-1) +: Bits];
      end
    end

    assign delayed_valid = valid_q[Delay-1];
    assign delayed = payload_q[Bits*(Delay-1) +: Bits];
  end else begin : gen_no_delay
    assign delayed_valid = req_valid_i;
    assign delayed = lanes;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rsp_valid_o <= 1'b0;
      rsp_data_o <= '0;
    end else begin
      rsp_valid_o <= delayed_valid;
      rsp_data_o <= delayed;
    end
  end

  `HEDDLE_ASSERT(EncodingIsAllowed,
                 !req_valid_i || req_encoding_i == 3'd3 ||
                 Choices[5'(req_encoding_i) - 5'(req_encoding_i[2])])

endmodule
`default_nettype wire
