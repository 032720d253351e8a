// SPDX-License-Identifier: Apache-2.0
// Compresses the values of 32 threads of 32 bits, each by itself (the first alternative of Lee2015,
// section 5.2): a value is kept in as few low bytes as restore it by sign extension.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero, and the outputs stay zero until
//             the first result. A request in reset is lost, as is one whose result is still to come.
//             Payloads inside are not reset: they are not used without their valid.
//
//   rsp_data_o     byte 32k + i is byte k of lane i, needed or not
//   rsp_widths_o   bits 2i+1..2i: lane i needs that many bytes and one
//   rsp_widest_o   the largest of these among req_lanes_i; 0 when there is no lane
//
// Latency 1: all work in one cycle. Beyond: the result is delayed, for a synthesis tool to retime.
`default_nettype none

module thread_compressor #(
  parameter int unsigned Latency = 2,
  localparam int unsigned Lanes = 32,
  localparam int unsigned LaneBits = 32,
  localparam int unsigned Bits = Lanes * LaneBits,
  localparam int unsigned WidthBits = 2 * Lanes
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,
  input  wire logic [Bits-1:0]      req_data_i,
  input  wire logic [Lanes-1:0]     req_lanes_i,
  input  wire logic                 req_valid_i,
  output logic      [Bits-1:0]      rsp_data_o,
  output logic      [WidthBits-1:0] rsp_widths_o,
  output logic      [1:0]           rsp_widest_o,
  output logic                      rsp_valid_o
);

  logic [Bits-1:0] bytes;
  logic [WidthBits-1:0] widths;
  logic [Lanes-1:0] needs2, needs3, needs4;  // bytes, of lanes that count
  logic [1:0] widest;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [LaneBits-1:0] value;
    logic fits1, fits2, fits3;
    assign value = req_data_i[LaneBits*i +: LaneBits];
    assign fits3 = value[31:23] == '0 || value[31:23] == '1;
    assign fits2 = fits3 && value[22:15] == {8{value[23]}};
    assign fits1 = fits2 && value[14:7] == {8{value[15]}};
    assign widths[2*i +: 2] = fits1 ? 2'd0 : fits2 ? 2'd1 : fits3 ? 2'd2 : 2'd3;
    assign needs2[i] = req_lanes_i[i] && !fits1;
    assign needs3[i] = req_lanes_i[i] && !fits2;
    assign needs4[i] = req_lanes_i[i] && !fits3;
    for (genvar k = 0; k < 4; k++) begin : gen_byte
      assign bytes[8*(Lanes*k+i) +: 8] = value[8*k +: 8];
    end
  end

  assign widest = needs4 != '0 ? 2'd3 : needs3 != '0 ? 2'd2 : {1'b0, needs2 != '0};

  delay_line #(
    .Latency(Latency),
    .Bits(Bits + WidthBits + 2)
  ) u_registers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .data_i({widest, widths, bytes}),
    .valid_i(req_valid_i),
    .data_o({rsp_widest_o, rsp_widths_o, rsp_data_o}),
    .valid_o(rsp_valid_o)
  );

endmodule
`default_nettype wire
