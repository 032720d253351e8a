// SPDX-License-Identifier: Apache-2.0
// Compresses one warp register of 32 lanes x 32 bits (Lee2015, sections 4 and 5.1): base = lane 0,
// the other lanes as differences to it of 0, 1 or 2 bytes when all differences fit; or base = lanes
// 1 and 0 as 64 bits, the other pairs of lanes as differences of 0, 1, 2 or 4 bytes; else as it is.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// Choices     bits 0 to 6 allow <4,0>, <4,1>, <4,2>, <8,0>, <8,1>, <8,2> and <8,4>; uncompressed is
//             always allowed. There is hardware for a base of 64 bits when one of the last four is.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero, and the outputs stay zero until
//             the first result. A request in reset is lost, as is one whose result is still to come.
//             Payloads inside are not reset: they are not used without their valid.
//
//   rsp_encoding_o   rsp_data_o, lowest byte first      chosen when allowed and
//   0  <4,0>         base, zeros                        all lanes are equal
//   4  <8,0>         base, zeros                        all pairs are equal
//   5  <8,1>         base, 15 bytes, zeros              pairs' differences are in -2^7..2^7-1
//   1  <4,1>         base, 31 bytes, zeros              lanes' differences are in -2^7..2^7-1
//   6  <8,2>         base, 15 half words, zeros         pairs' differences are in -2^15..2^15-1
//   2  <4,2>         base, 31 half words, zeros         lanes' differences are in -2^15..2^15-1
//   7  <8,4>         base, 15 words, zeros              pairs' differences are in -2^31..2^31-1
//   3  uncompressed  lanes 0..31                        none of the above; the first one wins
//
// Differences are modulo 2^32 or 2^64, so they wrap: 32'hffffffff and 0 differ by 1. That of a pair
// contains that of its even lane.
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
  localparam bit AnyDelta = Choices[1] || Choices[2],
  localparam int unsigned Pairs = Lanes / 2,
  localparam int unsigned PairBits = 2 * LaneBits,
  localparam int unsigned PairLowBits = LaneBits * (Pairs - 1),
  localparam bit AnyPairDelta = Choices[4] || Choices[5] || Choices[6],
  localparam bit AnyPair = Choices[3] || AnyPairDelta
) (
  input  wire logic            clk_i,
  input  wire logic            rst_ni,
  input  wire logic [Bits-1:0] req_data_i,
  input  wire logic            req_valid_i,
  output logic      [Bits-1:0] rsp_data_o,
  output logic      [2:0]      rsp_encoding_o,
  output logic                 rsp_valid_o
);

  if (Latency < 1 || Latency > 16) begin : gen_check_latency
    $error("bdi_compressor: Latency must be 1 to 16");
  end
  if (Choices < 1 || Choices > 127) begin : gen_check_choices
    $error("bdi_compressor: Choices must be 1 to 127");
  end

  // Step 1, pairs of lanes: the low half of the difference and how small the difference is.
  logic [PairLowBits-1:0] pair_low;
  logic [Pairs-1:1] pair_fits0, pair_fits1, pair_fits2, pair_fits4;

  for (genvar i = 1; i < Pairs; i++) begin : gen_pair
    if (Choices[3]) begin : gen_equal
      assign pair_fits0[i] = req_data_i[PairBits*i +: PairBits] == req_data_i[PairBits-1:0];
    end else begin : gen_no_equal
      assign pair_fits0[i] = 1'b0;
    end
    if (AnyPairDelta) begin : gen_difference
      logic [PairBits-1:0] difference;
      assign difference = req_data_i[PairBits*i +: PairBits] - req_data_i[PairBits-1:0];
      assign pair_low[LaneBits*(i-1) +: LaneBits] = difference[31:0];
      assign pair_fits1[i] = Choices[4] && (difference[63:7] == '0 || difference[63:7] == '1);
      assign pair_fits2[i] = Choices[5] && (difference[63:15] == '0 || difference[63:15] == '1);
      assign pair_fits4[i] = Choices[6] && (difference[63:31] == '0 || difference[63:31] == '1);
    end else begin : gen_no_difference
      assign pair_low[LaneBits*(i-1) +: LaneBits] = '0;
      assign pair_fits1[i] = 1'b0;
      assign pair_fits2[i] = 1'b0;
      assign pair_fits4[i] = 1'b0;
    end
  end

  // Step 1, lanes: the same. The subtractor of a pair serves its even lane, too.
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
      if (AnyPairDelta && i % 2 == 0) begin : gen_of_pair
        assign difference = pair_low[LaneBits*(i/2-1) +: LaneBits];
      end else begin : gen_own
        assign difference = req_data_i[LaneBits*i +: LaneBits] - req_data_i[LaneBits-1:0];
      end
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
  logic [PairLowBits-1:0] step2_pair_low;
  logic [Pairs-1:1] step2_pair_fits0, step2_pair_fits1, step2_pair_fits2, step2_pair_fits4;

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

  if (AnyPair && Latency > 1) begin : gen_split_pairs
    logic [PairLowBits-1:0] low_q;
    logic [Pairs-1:1] fits0_q, fits1_q, fits2_q, fits4_q;

    always_ff @(posedge clk_i) begin
      low_q <= pair_low;
      fits0_q <= pair_fits0;
      fits1_q <= pair_fits1;
      fits2_q <= pair_fits2;
      fits4_q <= pair_fits4;
    end

    assign step2_pair_low = low_q;
    assign step2_pair_fits0 = fits0_q;
    assign step2_pair_fits1 = fits1_q;
    assign step2_pair_fits2 = fits2_q;
    assign step2_pair_fits4 = fits4_q;
  end else begin : gen_whole_pairs
    assign step2_pair_low = pair_low;
    assign step2_pair_fits0 = pair_fits0;
    assign step2_pair_fits1 = pair_fits1;
    assign step2_pair_fits2 = pair_fits2;
    assign step2_pair_fits4 = pair_fits4;
  end

  // Step 2: the smallest encoding that fits, and its layout.
  logic [2:0] encoding;
  logic [8*(Lanes-1)-1:0] bytes;
  logic [8*(Pairs-1)-1:0] pair_bytes;
  logic [16*(Pairs-1)-1:0] pair_halves;
  logic [Bits-1:0] result;

  for (genvar i = 1; i < Lanes; i++) begin : gen_pack
    assign bytes[8*(i-1) +: 8] = step2_low[16*(i-1) +: 8];
  end

  for (genvar i = 1; i < Pairs; i++) begin : gen_pack_pair
    assign pair_bytes[8*(i-1) +: 8] = step2_pair_low[LaneBits*(i-1) +: 8];
    assign pair_halves[16*(i-1) +: 16] = step2_pair_low[LaneBits*(i-1) +: 16];
  end

  always_comb begin
    if (&step2_fits0) begin
      encoding = 3'd0;
      result = Bits'(step2_data[LaneBits-1:0]);
    end else if (&step2_pair_fits0) begin
      encoding = 3'd4;
      result = Bits'(step2_data[PairBits-1:0]);
    end else if (&step2_pair_fits1) begin
      encoding = 3'd5;
      result = Bits'({pair_bytes, step2_data[PairBits-1:0]});
    end else if (&step2_fits1) begin
      encoding = 3'd1;
      result = Bits'({bytes, step2_data[LaneBits-1:0]});
    end else if (&step2_pair_fits2) begin
      encoding = 3'd6;
      result = Bits'({pair_halves, step2_data[PairBits-1:0]});
    end else if (&step2_fits2) begin
      encoding = 3'd2;
      result = Bits'({step2_low, step2_data[LaneBits-1:0]});
    end else if (&step2_pair_fits4) begin
      encoding = 3'd7;
      result = Bits'({step2_pair_low, step2_data[PairBits-1:0]});
    end else begin
      encoding = 3'd3;
      result = step2_data;
    end
  end

  // Delay registers, then the output registers.
  localparam int unsigned Delay = (Latency > 2) ? Latency - 2 : 0;
  localparam int unsigned PayloadBits = Bits + 3;

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
                 !rsp_valid_o || rsp_encoding_o != 3'd0 || rsp_data_o[Bits-1:32] == '0)
  `HEDDLE_ASSERT(Unused1IsZero,
                 !rsp_valid_o || rsp_encoding_o != 3'd1 || rsp_data_o[Bits-1:280] == '0)
  `HEDDLE_ASSERT(Unused2IsZero,
                 !rsp_valid_o || rsp_encoding_o != 3'd2 || rsp_data_o[Bits-1:528] == '0)
  `HEDDLE_ASSERT(Unused4IsZero,
                 !rsp_valid_o || rsp_encoding_o != 3'd4 || rsp_data_o[Bits-1:64] == '0)
  `HEDDLE_ASSERT(Unused5IsZero,
                 !rsp_valid_o || rsp_encoding_o != 3'd5 || rsp_data_o[Bits-1:184] == '0)
  `HEDDLE_ASSERT(Unused6IsZero,
                 !rsp_valid_o || rsp_encoding_o != 3'd6 || rsp_data_o[Bits-1:304] == '0)
  `HEDDLE_ASSERT(Unused7IsZero,
                 !rsp_valid_o || rsp_encoding_o != 3'd7 || rsp_data_o[Bits-1:544] == '0)
  `HEDDLE_ASSERT(EncodingIsAllowed,
                 !rsp_valid_o || rsp_encoding_o == 3'd3 ||
                 Choices[5'(rsp_encoding_o) - 5'(rsp_encoding_o[2])])

endmodule
`default_nettype wire
