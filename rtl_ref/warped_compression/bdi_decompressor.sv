// Restores one warp register of 32 lanes x 32 bits from the bytes that its banks hold (Lee2015,
// section 4). The inverse of bdi_compressor, whose table shows the layouts.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// Choices     bit k: encoding k is allowed; plain always is. Another never arrives (asserted).
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero. Payloads inside are not reset:
//             nobody looks at them without their valid.
//
//   req_encoding_i   lane i > 0 (lane 0 is always bits 31:0)
//   0  <4,0>         lane 0
//   1  <4,1>         lane 0 + signed byte 3 + i, modulo 2^32
//   2  <4,2>         lane 0 + signed half word at byte 2 + 2i, modulo 2^32
//   3  plain         word i
//
// Bits of req_data_i beyond the encoding's own do not matter.
//
// Latency 1: one adder a lane. Beyond: the result is delayed, for a synthesis tool to retime.
`include "rtl_ref/assertions.svh"
`default_nettype none

module bdi_decompressor #(
  parameter int unsigned Latency = 1,
  parameter int unsigned Choices = 7,
  localparam int unsigned Lanes = 32,
  localparam int unsigned LaneBits = 32,
  localparam int unsigned Bits = Lanes * LaneBits,
  localparam bit AnyDelta = Choices[1] || Choices[2]
) (
  input  wire logic            clk_i,
  input  wire logic            rst_ni,
  input  wire logic [Bits-1:0] req_data_i,
  input  wire logic [1:0]      req_encoding_i,
  input  wire logic            req_valid_i,
  output logic      [Bits-1:0] rsp_data_o,
  output logic                 rsp_valid_o
);

  if (Latency < 1 || Latency > 16) begin : gen_check_latency
    $error("bdi_decompressor: Latency must be 1 to 16");
  end
  if (Choices < 1 || Choices > 7) begin : gen_check_choices
    $error("bdi_decompressor: Choices must be 1 to 7");
  end

  logic is_plain;
  logic [LaneBits-1:0] base;
  logic [Bits-1:0] lanes;

  assign is_plain = req_encoding_i == 2'd3;
  assign base = req_data_i[LaneBits-1:0];

  assign lanes[LaneBits-1:0] = base;
  for (genvar i = 1; i < Lanes; i++) begin : gen_lane
    logic [LaneBits-1:0] word;
    assign word = req_data_i[LaneBits*i +: LaneBits];

    if (AnyDelta) begin : gen_add
      logic is_delta1, is_delta2;
      logic [7:0] delta1;
      logic [15:0] delta2;
      logic [LaneBits-1:0] delta;
      assign is_delta1 = Choices[1] && req_encoding_i == 2'd1;
      assign is_delta2 = Choices[2] && req_encoding_i == 2'd2;
      assign delta1 = req_data_i[LaneBits+8*(i-1) +: 8] & {8{is_delta1}};
      assign delta2 = req_data_i[LaneBits+16*(i-1) +: 16] & {16{is_delta2}};
      assign delta = {{24{delta1[7]}}, delta1} | {{16{delta2[15]}}, delta2};
      assign lanes[LaneBits*i +: LaneBits] = is_plain ? word : base + delta;
    end else begin : gen_copy
      assign lanes[LaneBits*i +: LaneBits] = is_plain ? word : base;
    end
  end

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
                 !req_valid_i || req_encoding_i == 2'd3 || Choices[5'(req_encoding_i)])

endmodule
`default_nettype wire
