// SPDX-License-Identifier: Apache-2.0
// Restores the values of 32 threads of 32 bits from the bytes that their banks hold, each
// sign-extended from its own width (the first alternative of Lee2015, section 5.2). The inverse of
// thread_compressor.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero, and the outputs stay zero until
//             the first result. A request in reset is lost, as is one whose result is still to come.
//             Payloads inside are not reset: they are not used without their valid.
//
//   req_widths_i, bits 2i+1..2i   lane i
//   0                             signed byte i
//   1                             bytes 32 + i and i as a signed half word
//   2                             bytes 64 + i, 32 + i and i, signed
//   3                             bytes 96 + i, 64 + i, 32 + i and i
//
// Other bytes of req_data_i do not matter.
//
// Latency 1: all work in one cycle. Beyond: the result is delayed, for a synthesis tool to retime.
`default_nettype none

module thread_decompressor #(
  parameter int unsigned Latency = 1,
  localparam int unsigned Lanes = 32,
  localparam int unsigned LaneBits = 32,
  localparam int unsigned Bits = Lanes * LaneBits,
  localparam int unsigned WidthBits = 2 * Lanes
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,
  input  wire logic [Bits-1:0]      req_data_i,
  input  wire logic [WidthBits-1:0] req_widths_i,
  input  wire logic                 req_valid_i,
  output logic      [Bits-1:0]      rsp_data_o,
  output logic                      rsp_valid_o
);

  logic [Bits-1:0] lanes;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [1:0] width;
    logic [7:0] byte0, byte1, byte2, byte3;
    assign width = req_widths_i[2*i +: 2];
    assign byte0 = req_data_i[8*i +: 8];
    assign byte1 = width >= 2'd1 ? req_data_i[8*(Lanes+i) +: 8] : {8{byte0[7]}};
    assign byte2 = width >= 2'd2 ? req_data_i[8*(2*Lanes+i) +: 8] : {8{byte1[7]}};
    assign byte3 = width == 2'd3 ? req_data_i[8*(3*Lanes+i) +: 8] : {8{byte2[7]}};
    assign lanes[LaneBits*i +: LaneBits] = {byte3, byte2, byte1, byte0};
  end

  delay_line #(
    .Latency(Latency),
    .Bits(Bits)
  ) u_registers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .data_i(lanes),
    .valid_i(req_valid_i),
    .data_o(rsp_data_o),
    .valid_o(rsp_valid_o)
  );

endmodule
`default_nettype wire
