// SPDX-License-Identifier: Apache-2.0
// Selects the smallest of what three codecs have made of one memory line of 64 or 128 bytes, or the line
// itself (BestOfAll of Vijaykumar2015, section 7.3, with what the selection costs).
//
// Latency      rsp_* shows the result of req_* after exactly Latency rising edges.
// LineBytes    64 or 128. Of a line of 64 bytes the upper halves of the request's bytes do not matter, and
//              that of rsp_data_o is zero.
// Granularity  lengths are compared in granules of so many bytes: a power of two, less than LineBytes.
// Margin       so many granules more than the fewest count as no difference.
// *DecompressionLatency  cycles of the codecs' decompressors; only their order matters.
// Handshake    feed-forward: a request every cycle, never stalled. A payload means something only
//              while its valid is high.
// Reset        asynchronous; valid bits and all outputs become zero, and the outputs stay zero until
//              the first result. A request in reset is lost, as is one whose result is still to come.
//              Payloads inside are not reset: they are not used without their valid.
//
// req_line_i is the line; req_<codec>_i are the codec's bytes, of which there are req_<codec>_length_i, and
// its bit of req_compressed_i is high (0: BDI, 1: FPC, 2: C-Pack). Without it the codec is no candidate.
//
// A decompressor gets the stored bytes alone, so the first of them names the codec:
//
//   codec    bits 4..3   stored bytes
//   BDI          0       req_bdi_i: bits 7..3 of BDI's first byte are zero
//   FPC          1       the byte 8'h08, and behind it req_fpc_i
//   C-Pack       2       the byte 8'h10, and behind it req_cpack_i
//
// A candidate's length is that of its stored bytes, rounded up to granules. It is eligible when it takes
// fewer granules than the line. Of the eligible ones that take at most Margin granules more than the
// fewest, the one with the lowest decompression latency is taken; of equally fast ones, that with the
// lower number. Then rsp_compressed_o is high and rsp_length_o is its length in bytes. Without one,
// rsp_compressed_o is low, rsp_data_o is the line, and rsp_length_o is LineBytes.
//
// Latency 1: all work in one cycle. Beyond: the result is delayed, for a synthesis tool to retime.
`include "rtl_ref/assertions.svh"
`default_nettype none

module best_of_all_selector #(
  parameter int unsigned Latency = 1,
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Granularity = 32,
  parameter int unsigned Margin = 0,
  parameter int unsigned BdiDecompressionLatency = 1,
  parameter int unsigned FpcDecompressionLatency = 10,
  parameter int unsigned CpackDecompressionLatency = 8,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned PinBits = 1024
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [PinBits-1:0] req_line_i,
  input  wire logic [PinBits-1:0] req_bdi_i,
  input  wire logic [PinBits-1:0] req_fpc_i,
  input  wire logic [PinBits-1:0] req_cpack_i,
  input  wire logic [7:0]         req_bdi_length_i,
  input  wire logic [7:0]         req_fpc_length_i,
  input  wire logic [7:0]         req_cpack_length_i,
  input  wire logic [2:0]         req_compressed_i,
  input  wire logic               req_valid_i,
  output logic      [PinBits-1:0] rsp_data_o,
  output logic      [7:0]         rsp_length_o,
  output logic                    rsp_compressed_o,
  output logic                    rsp_valid_o
);

  if (Latency < 1 || Latency > 16) begin : gen_check_latency
    $error("best_of_all_selector: Latency must be 1 to 16");
  end
  if (LineBytes != 64 && LineBytes != 128) begin : gen_check_line_bytes
    $error("best_of_all_selector: LineBytes must be 64 or 128");
  end
  if (Granularity < 1 || Granularity >= LineBytes || Granularity != (32'd1 << $clog2(Granularity)))
  begin : gen_check_granularity
    $error("best_of_all_selector: Granularity must be a power of two below LineBytes");
  end
  if (Margin > 127) begin : gen_check_margin
    $error("best_of_all_selector: Margin must be 0 to 127");
  end
  if (BdiDecompressionLatency < 1 || BdiDecompressionLatency > 16) begin : gen_check_bdi
    $error("best_of_all_selector: BdiDecompressionLatency must be 1 to 16");
  end
  if (FpcDecompressionLatency < 1 || FpcDecompressionLatency > 16) begin : gen_check_fpc
    $error("best_of_all_selector: FpcDecompressionLatency must be 1 to 16");
  end
  if (CpackDecompressionLatency < 1 || CpackDecompressionLatency > 16) begin : gen_check_cpack
    $error("best_of_all_selector: CpackDecompressionLatency must be 1 to 16");
  end

  logic compressed;
  logic [7:0] length;
  logic [Bits-1:0] result;

  best_line_select #(
    .LineBytes(LineBytes),
    .Granularity(Granularity),
    .Margin(Margin),
    .BdiDecompressionLatency(BdiDecompressionLatency),
    .FpcDecompressionLatency(FpcDecompressionLatency),
    .CpackDecompressionLatency(CpackDecompressionLatency)
  ) u_select (
    .line_i(req_line_i[Bits-1:0]),
    .bdi_i(req_bdi_i[Bits-1:0]),
    .fpc_i(req_fpc_i[Bits-1:0]),
    .cpack_i(req_cpack_i[Bits-1:0]),
    .lengths_i({req_cpack_length_i, req_fpc_length_i, req_bdi_length_i}),
    .candidates_i(req_compressed_i),
    .result_o(result),
    .length_o(length),
    .compressed_o(compressed)
  );

  delay_line #(
    .Latency(Latency),
    .Bits(PinBits + 9)
  ) u_registers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .data_i({compressed, length, PinBits'(result)}),
    .valid_i(req_valid_i),
    .data_o({rsp_compressed_o, rsp_length_o, rsp_data_o}),
    .valid_o(rsp_valid_o)
  );

  // Not every line has an upper half.
  logic unused_upper;
  assign unused_upper = ^{req_line_i, req_bdi_i, req_fpc_i, req_cpack_i};

  `HEDDLE_ASSERT(UncompressedHasAllBytes,
                 !rsp_valid_o || rsp_compressed_o || rsp_length_o == 8'(LineBytes))
  `HEDDLE_ASSERT(CompressedSavesAGranule,
                 !rsp_valid_o || !rsp_compressed_o || rsp_length_o <= 8'(LineBytes - Granularity))

endmodule
`default_nettype wire
