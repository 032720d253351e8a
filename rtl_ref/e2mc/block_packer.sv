// SPDX-License-Identifier: Apache-2.0
// Puts the codewords of a memory line where E2MC stores them (Lal2017, section III-F1 and Fig. 8), as they
// come from a huffman_compressor, one way after the other.
//
// Parameters  LineBytes, 64 or 128; Ways, the parts of a line that are decoded at a time, 1, 2, 4 or 8;
//             MaxCodeBits, the bits of a chunk, 4 to 20; Granularity, the bytes of a burst, 32, or 64 of a
//             line of 128.
// start       the line, byte i in bits 8i+7..8i. From this edge on, this edge's included, bits are those of
//             the line. A line that has begun before and is not complete is given up.
// bits        the next bits_count_i bits of a way, at most two chunks: the first MaxCodeBits of them in
//             bits_chunk_i, those behind in bits_rest_i, in the lower MaxCodeBits of the pins, the first bit
//             the highest, with zeros behind the last. bits_last_i: the way ends with them; with it
//             bits_uncodable_i: the way lacks a symbol. Without a line they are ignored; bits_total_i always.
// stored      the line as it is stored, stored_length_o bytes and zeros behind them. stored_compressed_o:
//             they are
//
//               Ways - 1 pointers   of log2(LineBytes) bits: the byte at which way 2, 3, ... begins
//               way 1 .. Ways       each from a whole byte on, zeros behind its last bit
//
//             with the first bit of a byte the highest. If these are more than LineBytes - Granularity, or a
//             way lacks a symbol, the line is stored as it is.
// Latency     inputs are sampled at a rising edge; the edge that takes the last bits of the last way shows
//             the stored line. The first bits of the next one may come at the next edge, with its start.
// Reset       asynchronous; there is no line, all outputs are zero.
`include "rtl_ref/assertions.svh"
`default_nettype none

module block_packer #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Ways = 4,
  parameter int unsigned MaxCodeBits = 20,
  parameter int unsigned Granularity = 32,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned PinBits = 1024,
  localparam int unsigned MostCodeBits = 20
) (
  input  wire logic                    clk_i,
  input  wire logic                    rst_ni,
  input  wire logic [PinBits-1:0]      start_data_i,
  input  wire logic                    start_valid_i,
  input  wire logic [MostCodeBits-1:0] bits_chunk_i,
  input  wire logic [MostCodeBits-1:0] bits_rest_i,
  input  wire logic [5:0]              bits_count_i,
  input  wire logic                    bits_last_i,
  input  wire logic [11:0]             bits_total_i,
  input  wire logic                    bits_uncodable_i,
  input  wire logic                    bits_valid_i,
  output logic      [PinBits-1:0]      stored_data_o,
  output logic      [7:0]              stored_length_o,
  output logic                         stored_compressed_o,
  output logic                         stored_valid_o
);

  localparam int unsigned C = MaxCodeBits;
  localparam int unsigned CountBits = $clog2(2 * C + 1);
  localparam int unsigned LengthBits = $clog2(LineBytes) + 1;

  if (LineBytes != 64 && LineBytes != 128) begin : gen_check_line_bytes
    $error("block_packer: LineBytes must be 64 or 128");
  end
  if (Ways != 1 && Ways != 2 && Ways != 4 && Ways != 8) begin : gen_check_ways
    $error("block_packer: Ways must be 1, 2, 4 or 8");
  end
  if (MaxCodeBits < 4 || MaxCodeBits > MostCodeBits) begin : gen_check_code
    $error("block_packer: MaxCodeBits must be 4 to 20");
  end
  if ((Granularity != 32 && Granularity != 64) || Granularity >= LineBytes) begin : gen_check_granularity
    $error("block_packer: Granularity must be 32, or 64 of a line of 128");
  end

  logic [Bits-1:0] stored;
  logic [LengthBits-1:0] length;
  way_packer #(
    .LineBytes(LineBytes),
    .LimitBytes(LineBytes - Granularity),
    .Ways(Ways),
    .CodeBits(C)
  ) u_packer (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .start_i(start_valid_i),
    .line_i(start_data_i[Bits-1:0]),
    .valid_i(bits_valid_i),
    .bits_i({bits_chunk_i[C-1:0], bits_rest_i[C-1:0]}),
    .count_i(bits_count_i[CountBits-1:0]),
    .last_i(bits_last_i),
    .uncodable_i(bits_uncodable_i),
    .stored_o(stored),
    .length_o(length),
    .compressed_o(stored_compressed_o),
    .valid_o(stored_valid_o)
  );
  assign stored_data_o = PinBits'(stored);
  assign stored_length_o = 8'(length);

  `HEDDLE_ASSERT(NoMoreThanTwoChunks, !bits_valid_i || bits_count_i <= 6'(2 * C))
  `HEDDLE_ASSERT(ZerosBehindTheBits,
                 !bits_valid_i || {bits_chunk_i[C-1:0], bits_rest_i[C-1:0]} << bits_count_i == '0)

  // What is not used with every parameter set, and the stream's size, which a line's ways add up to.
  logic unused_pins;
  assign unused_pins = ^{start_data_i, bits_chunk_i, bits_rest_i, bits_count_i, bits_total_i};

endmodule
`default_nettype wire
