// Restores one memory line of 64 or 128 bytes from its stored bytes (Vijaykumar2015, section 5.1.1).
// The inverse of bdi_line_compressor, whose table shows the layout.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// LineBytes   64 or 128. The upper half of a line of 64 bytes is zero.
// Base        the compressor's rule for the base; it decides about rsp_corrupt_o alone.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero, and the outputs stay zero until
//             the first result. A request in reset is lost, as is one whose result is still to come.
//             Payloads inside are not reset: they are not used without their valid.
//
//   req_compressed_i  bits 2..0 of byte 0   value i
//   0                 any                   as stored
//   1                 0  zero               0
//   1                 1  repeated           the base
//   1                 2 to 7, base and      delta i, sign-extended, and where bit i of the mask is 0
//                     delta as named        the base is added, modulo 2^(8 B)
//
// Bytes of req_data_i beyond the encoding's own do not matter.
//
// rsp_corrupt_o is high when a compressor that takes this encoding does not make these bytes of what
// is restored:
//
//   all encodings     a bit of 7..3 of byte 0 is high
//   2 to 7            a value from the base is one that a delta from zero would hold
//   2 to 7, Base = 0  the first value from the base has a delta that is not 0, or there is none and
//                     the base is not 0
//   2 to 7, Base = 1  the base is not value 0
//
// Whether a smaller encoding holds the line is not looked at.
//
// Latency 1: all work in one cycle. Beyond: the result is delayed, for a synthesis tool to retime.
`default_nettype none

module bdi_line_decompressor #(
  parameter int unsigned Latency = 1,
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Base = 0,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned PinBits = 1024
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [PinBits-1:0] req_data_i,
  input  wire logic               req_compressed_i,
  input  wire logic               req_valid_i,
  output logic      [PinBits-1:0] rsp_data_o,
  output logic                    rsp_corrupt_o,
  output logic                    rsp_valid_o
);

  if (Latency < 1 || Latency > 16) begin : gen_check_latency
    $error("bdi_line_decompressor: Latency must be 1 to 16");
  end
  if (LineBytes != 64 && LineBytes != 128) begin : gen_check_line_bytes
    $error("bdi_line_decompressor: LineBytes must be 64 or 128");
  end
  if (Base > 1) begin : gen_check_base
    $error("bdi_line_decompressor: Base must be 0 or 1");
  end

  logic [2:0] encoding;
  assign encoding = req_data_i[2:0];

  // One bit high, where the encoding has deltas of 4, 2 or 1 bytes, for values of 8, 4 and 2 bytes.
  localparam int unsigned Sizes = 3;
  logic [3*Sizes-1:0] delta_sizes;
  assign delta_sizes[2:0] = {encoding == 3'd7, encoding == 3'd4, encoding == 3'd2};
  assign delta_sizes[5:3] = {1'b0, encoding == 3'd5, encoding == 3'd3};
  assign delta_sizes[8:6] = {2'b00, encoding == 3'd6};

  logic [Bits*Sizes-1:0] lines;
  logic [Sizes-1:0] corrupt_values;

  for (genvar s = 0; s < Sizes; s++) begin : gen_size
    localparam int unsigned B = 8 >> s;
    localparam int unsigned Values = LineBytes / B;
    logic [8*B-1:0] base;
    logic [Values-1:0] zero, set, narrow;
    assign base = req_data_i[8 +: 8*B];
    assign zero = req_data_i[8+8*B +: Values];

    bdi_line_sums #(
      .LineBytes(LineBytes),
      .ValueBytes(B)
    ) u_sums (
      .size_i(delta_sizes[3*s +: 3]),
      .base_i(base),
      .zero_i(zero),
      .deltas_i(req_data_i[8+8*B+Values +: Bits/2]),
      .line_o(lines[Bits*s +: Bits]),
      .set_o(set),
      .narrow_o(narrow)
    );

    bdi_line_check #(
      .ValueBits(8 * B),
      .Values(Values),
      .Base(Base)
    ) u_check (
      .base_i(base),
      .value0_i(lines[Bits*s +: 8*B]),
      .zero_i(zero),
      .set_i(set),
      .narrow_i(narrow),
      .corrupt_o(corrupt_values[s])
    );
  end

  logic [Bits-1:0] result;
  logic corrupt;

  always_comb begin
    result = req_data_i[Bits-1:0];
    corrupt = 1'b0;
    if (req_compressed_i) begin
      unique case (encoding)
        3'd0: result = '0;
        3'd1: result = {(LineBytes/8){req_data_i[71:8]}};
        3'd3, 3'd5: begin
          result = lines[Bits +: Bits];
          corrupt = corrupt_values[1];
        end
        3'd6: begin
          result = lines[2*Bits +: Bits];
          corrupt = corrupt_values[2];
        end
        default: begin
          result = lines[Bits-1:0];
          corrupt = corrupt_values[0];
        end
      endcase
      if (req_data_i[7:3] != '0) corrupt = 1'b1;
    end
  end

  delay_line #(
    .Latency(Latency),
    .Bits(PinBits + 1)
  ) u_registers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .data_i({corrupt, PinBits'(result)}),
    .valid_i(req_valid_i),
    .data_o({rsp_corrupt_o, rsp_data_o}),
    .valid_o(rsp_valid_o)
  );

  // Not every line has an upper half.
  logic unused_upper;
  assign unused_upper = ^req_data_i;

endmodule
`default_nettype wire
