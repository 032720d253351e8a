// Compresses one memory line of 64 or 128 bytes (Vijaykumar2015, sections 5.1.1 and 5.1.2): values
// of 8, 4 or 2 bytes as signed distances of 1, 2 or 4 bytes, each from zero where it fits, else from
// a base. All encodings are tried at once.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// LineBytes   64 or 128. Of a line of 64 bytes the upper half of req_data_i does not matter.
// Base        0: the base is the first value that is too wide for a delta from zero, or zero when
//             there is none. 1: it is the first value of the line.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero, and the outputs stay zero until
//             the first result. A request in reset is lost, as is one whose result is still to come.
//             Payloads inside are not reset: they are not used without their valid.
//
// rsp_data_o, lowest byte first, when rsp_compressed_o is high; B bytes of a value, D of a delta,
// n = LineBytes / B values:
//
//   part       bytes   holds
//   encoding   1       its number; bits 7..3 are zero
//   base       B       the base
//   mask       n / 8   bit i: value i is a distance from zero
//   deltas     n * D   one of each value
//
//   encoding      number  rsp_length_o, of 128  of 64  chosen when
//   zero             0            1               1    all bytes are zero; the encoding alone
//   repeated         1            9               9    all values of 8 bytes are alike; encoding, base
//   base8_delta1     2           27              18    D bytes hold all deltas
//   base4_delta1     3           41              23
//   base8_delta2     4           43              26
//   base4_delta2     5           73              39
//   base2_delta1     6           75              39
//   base8_delta4     7           75              42
//   uncompressed     -          128              64    none of the above; the first one wins
//
// Bytes from rsp_length_o on are zero. An uncompressed line is the line itself.
//
// Latency 1: all work in one cycle. 2: wide values and bases are found, then deltas are made, and one
// encoding is chosen. Beyond: the result is delayed, for a synthesis tool to retime.
`include "rtl_ref/assertions.svh"
`default_nettype none

module bdi_line_compressor #(
  parameter int unsigned Latency = 5,
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Base = 0,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned PinBits = 1024
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [PinBits-1:0] req_data_i,
  input  wire logic               req_valid_i,
  output logic      [PinBits-1:0] rsp_data_o,
  output logic      [7:0]         rsp_length_o,
  output logic                    rsp_compressed_o,
  output logic                    rsp_valid_o
);

  if (Latency < 1 || Latency > 16) begin : gen_check_latency
    $error("bdi_line_compressor: Latency must be 1 to 16");
  end
  if (LineBytes != 64 && LineBytes != 128) begin : gen_check_line_bytes
    $error("bdi_line_compressor: LineBytes must be 64 or 128");
  end
  if (Base > 1) begin : gen_check_base
    $error("bdi_line_compressor: Base must be 0 or 1");
  end

  // Bytes of a value and of a delta by encoding, the highest number first; 0 and 1 have no deltas.
  localparam int unsigned Encodings = 8;
  localparam logic [4*Encodings-1:0] ValueBytes = {4'd8, 4'd2, 4'd4, 4'd8, 4'd4, 4'd8, 4'd8, 4'd0};
  localparam logic [4*Encodings-1:0] DeltaBytes = {4'd4, 4'd1, 4'd2, 4'd2, 4'd1, 4'd1, 4'd0, 4'd0};
  localparam bit Split = Latency > 1;

  logic [Bits-1:0] line, line_q;
  logic valid_q;
  assign line = req_data_i[Bits-1:0];

  if (Split) begin : gen_split
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
      end else begin
        valid_q <= req_valid_i;
      end
    end

    always_ff @(posedge clk_i) line_q <= line;
  end else begin : gen_whole
    assign valid_q = req_valid_i;
    assign line_q = line;
  end

  // Every encoding: does it hold the line, its bytes and its length.
  logic [Encodings-1:0] fits;
  logic [Bits*Encodings-1:0] packed_lines;
  logic [8*Encodings-1:0] lengths;

  assign fits[0] = line_q == '0;
  assign packed_lines[Bits-1:0] = '0;
  assign lengths[7:0] = 8'd1;

  assign fits[1] = line_q[Bits-1:64] == line_q[Bits-65:0];
  assign packed_lines[Bits +: Bits] = Bits'({line_q[63:0], 8'd1});
  assign lengths[15:8] = 8'd9;

  for (genvar e = 2; e < Encodings; e++) begin : gen_encoding
    localparam int unsigned B = 32'(ValueBytes[4*e +: 4]);
    localparam int unsigned D = 32'(DeltaBytes[4*e +: 4]);
    localparam int unsigned Values = LineBytes / B;
    logic [8*B-1:0] base, base_q;
    logic [Values-1:0] wide, wide_q;
    logic [8*D*Values-1:0] deltas;

    bdi_line_base #(
      .LineBytes(LineBytes),
      .ValueBytes(B),
      .DeltaBytes(D),
      .Base(Base)
    ) u_base (
      .line_i(line),
      .wide_o(wide),
      .base_o(base)
    );

    if (Split) begin : gen_split
      always_ff @(posedge clk_i) begin
        wide_q <= wide;
        base_q <= base;
      end
    end else begin : gen_whole
      assign wide_q = wide;
      assign base_q = base;
    end

    bdi_line_deltas #(
      .LineBytes(LineBytes),
      .ValueBytes(B),
      .DeltaBytes(D)
    ) u_deltas (
      .line_i(line_q),
      .wide_i(wide_q),
      .base_i(base_q),
      .deltas_o(deltas),
      .fits_o(fits[e])
    );

    assign packed_lines[Bits*e +: Bits] = Bits'({deltas, ~wide_q, base_q, 8'(e)});
    assign lengths[8*e +: 8] = 8'(1 + B + Values / 8 + Values * D);
  end

  // The first that holds the line.
  logic compressed;
  logic [7:0] length;
  logic [Bits-1:0] result;

  always_comb begin
    result = line_q;
    length = 8'(LineBytes);
    for (int unsigned e = Encodings; e > 0; e--) begin
      if (fits[e-1]) begin
        result = packed_lines[Bits*(e-1) +: Bits];
        length = lengths[8*(e-1) +: 8];
      end
    end
  end

  assign compressed = |fits;

  delay_line #(
    .Latency(Split ? Latency - 1 : 1),
    .Bits(PinBits + 9)
  ) u_registers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .data_i({compressed, length, PinBits'(result)}),
    .valid_i(valid_q),
    .data_o({rsp_compressed_o, rsp_length_o, rsp_data_o}),
    .valid_o(rsp_valid_o)
  );

  // Not every line has an upper half.
  logic unused_upper;
  assign unused_upper = ^req_data_i;

  `HEDDLE_ASSERT(EncodingIsItsNumber,
                 !rsp_valid_o || !rsp_compressed_o || rsp_data_o[7:3] == '0)
  `HEDDLE_ASSERT(UncompressedHasAllBytes,
                 !rsp_valid_o || rsp_compressed_o == (rsp_length_o != 8'(LineBytes)))
  `HEDDLE_ASSERT(BytesBehindTheLengthAreZero,
                 !rsp_valid_o || !rsp_compressed_o ||
                 rsp_data_o >> (11'(rsp_length_o) << 3) == '0)

endmodule
`default_nettype wire
