// Compresses one warp register of 32 lanes x 32 bits (Lee2015, section 5.1): base = lane 0, the
// other lanes as differences to it of 0, 1 or 2 bytes when all differences fit, else as they are.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// Choices     bit k: encoding k is allowed; plain always is.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero. Payloads inside are not reset:
//             nobody looks at them without their valid.
//
//   rsp_encoding_o   rsp_data_o, lowest byte first      chosen when allowed and
//   0  <4,0>         base, zeros                        all lanes are equal
//   1  <4,1>         base, 31 bytes, zeros              all differences are in -128..127
//   2  <4,2>         base, 31 half words, zeros         all differences are in -32768..32767
//   3  plain         lanes 0..31                        none of the above; the first one wins
//
// Differences are modulo 2^32, so they wrap: lane 0 = 32'hffffffff and lane 1 = 0 differ by 1.
//
// Latency 1: all work in one cycle. 2: the subtractors with their sign-extension comparators, then
// selecting and packing. Beyond: the result is delayed, for a synthesis tool to retime.
`include "rtl_ref/assertions.svh"
`default_nettype none

module bdi_compressor #(
  parameter int unsigned Latency = 2,
  parameter int unsigned Choices = 7,
  localparam int unsigned Lanes = 32,
  localparam int unsigned LaneBits = 32,
  localparam int unsigned Bits = Lanes * LaneBits,
  localparam int unsigned LowBits = 16 * (Lanes - 1),
  localparam bit AnyDelta = Choices[1] || Choices[2]
) (
  input  wire logic            clk_i,
  input  wire logic            rst_ni,
  input  wire logic [Bits-1:0] req_data_i,
  input  wire logic            req_valid_i,
  output logic      [Bits-1:0] rsp_data_o,
  output logic      [1:0]      rsp_encoding_o,
  output logic                 rsp_valid_o
);

  if (Latency < 1 || Latency > 16) begin : gen_check_latency
    $error("bdi_compressor: Latency must be 1 to 16");
  end
  if (Choices < 1 || Choices > 7) begin : gen_check_choices
    $error("bdi_compressor: Choices must be 1 to 7");
  end

  // Step 1: per lane, the low half of the difference and how small the difference is.
  logic [LowBits-1:0] low;
  logic [Lanes-1:1] fits0, fits1, fits2;

  for (genvar i = 1; i < Lanes; i++) begin : gen_lane
    if (Choices[0]) begin : gen_equal
      assign fits0[i] = req_data_i[LaneBits*i +: LaneBits] == req_data_i[LaneBits-1:0];
    end else begin : gen_no_equal
      assign fits0[i] = 1'b0;
    end
    if (AnyDelta) begin : gen_difference
      logic [LaneBits-1:0] difference;
      assign difference = req_data_i[LaneBits*i +: LaneBits] - req_data_i[LaneBits-1:0];
      assign low[16*(i-1) +: 16] = difference[15:0];
      assign fits1[i] = Choices[1] && (difference[31:7] == '0 || difference[31:7] == '1);
      assign fits2[i] = Choices[2] && (difference[31:15] == '0 || difference[31:15] == '1);
    end else begin : gen_no_difference
      assign low[16*(i-1) +: 16] = '0;
      assign fits1[i] = 1'b0;
      assign fits2[i] = 1'b0;
    end
  end

  // Between the steps.
  logic step2_valid;
  logic [Bits-1:0] step2_data;
  logic [LowBits-1:0] step2_low;
  logic [Lanes-1:1] step2_fits0, step2_fits1, step2_fits2;

  if (Latency > 1) begin : gen_split
    logic valid_q;
    logic [Bits-1:0] data_q;
    logic [LowBits-1:0] low_q;
    logic [Lanes-1:1] fits0_q, fits1_q, fits2_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
      end else begin
        valid_q <= req_valid_i;
      end
    end

    always_ff @(posedge clk_i) begin
      data_q <= req_data_i;
      low_q <= low;
      fits0_q <= fits0;
      fits1_q <= fits1;
      fits2_q <= fits2;
    end

    assign step2_valid = valid_q;
    assign step2_data = data_q;
    assign step2_low = low_q;
    assign step2_fits0 = fits0_q;
    assign step2_fits1 = fits1_q;
    assign step2_fits2 = fits2_q;
  end else begin : gen_whole
    assign step2_valid = req_valid_i;
    assign step2_data = req_data_i;
    assign step2_low = low;
    assign step2_fits0 = fits0;
    assign step2_fits1 = fits1;
    assign step2_fits2 = fits2;
  end

  // Step 2: the smallest encoding that fits, and its layout.
  logic [1:0] encoding;
  logic [8*(Lanes-1)-1:0] bytes;
  logic [Bits-1:0] result;

  for (genvar i = 1; i < Lanes; i++) begin : gen_pack
    assign bytes[8*(i-1) +: 8] = step2_low[16*(i-1) +: 8];
  end

  always_comb begin
    if (&step2_fits0) begin
      encoding = 2'd0;
      result = Bits'(step2_data[LaneBits-1:0]);
    end else if (&step2_fits1) begin
      encoding = 2'd1;
      result = Bits'({bytes, step2_data[LaneBits-1:0]});
    end else if (&step2_fits2) begin
      encoding = 2'd2;
      result = Bits'({step2_low, step2_data[LaneBits-1:0]});
    end else begin
      encoding = 2'd3;
      result = step2_data;
    end
  end

  // Delay registers, then the output registers.
  localparam int unsigned Delay = (Latency > 2) ? Latency - 2 : 0;
  localparam int unsigned PayloadBits = Bits + 2;

  logic [PayloadBits-1:0] delayed;
  logic delayed_valid;

  if (Delay > 0) begin : gen_delay
    logic [Delay-1:0] valid_q;
    logic [PayloadBits*Delay-1:0] payload_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= '0;
      end else begin
        valid_q <= Delay'({valid_q, step2_valid});
      end
    end

    for (genvar s = 0; s < Delay; s++) begin : gen_stage
      if (s == 0) begin : gen_first
        always_ff @(posedge clk_i) payload_q[PayloadBits-1:0] <= {encoding, result};
      end else begin : gen_later
        always_ff @(posedge clk_i) payload_q[PayloadBits*s +: PayloadBits] <= payload_q[PayloadBits*(s-1) +: PayloadBits];
      end
    end

    assign delayed_valid = valid_q[Delay-1];
    assign delayed = payload_q[PayloadBits*(Delay-1) +: PayloadBits];
  end else begin : gen_no_delay
    assign delayed_valid = step2_valid;
    assign delayed = {encoding, result};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rsp_valid_o <= 1'b0;
      rsp_encoding_o <= '0;
      rsp_data_o <= '0;
    end else begin
      rsp_valid_o <= delayed_valid;
      {rsp_encoding_o, rsp_data_o} <= delayed;
    end
  end

  // The banks that an encoding leaves unused hold zeros, and only allowed encodings appear.
  `HEDDLE_ASSERT(Unused0IsZero,
                 !rsp_valid_o || rsp_encoding_o != 2'd0 || rsp_data_o[Bits-1:32] == '0)
  `HEDDLE_ASSERT(Unused1IsZero,
                 !rsp_valid_o || rsp_encoding_o != 2'd1 || rsp_data_o[Bits-1:280] == '0)
  `HEDDLE_ASSERT(Unused2IsZero,
                 !rsp_valid_o || rsp_encoding_o != 2'd2 || rsp_data_o[Bits-1:528] == '0)
  `HEDDLE_ASSERT(EncodingIsAllowed,
                 !rsp_valid_o || rsp_encoding_o == 2'd3 || Choices[5'(rsp_encoding_o)])

endmodule
`default_nettype wire
