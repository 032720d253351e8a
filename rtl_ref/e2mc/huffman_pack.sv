// SPDX-License-Identifier: Apache-2.0
// The second stage of a Huffman compressor (Lal2017, section III-E, Fig. 6b): a barrel shifter puts codewords
// behind each other into a buffer of twice the longest codeword, and full chunks leave it.
//
// bits_i      what the cycle adds to the stream: length_i bits, up to CodeBits, left-aligned with zeros
//             behind them. last_i: the stream ends with them. uncodable_i: they lack a symbol.
// valid_o     a chunk is full, or the stream ends. The bits stay in the buffer for this cycle.
// chunk_o     the first CodeBits of the buffer; if last_o, rest_o those behind them; zeros where it has none.
// count_o     the bits that leave: CodeBits, or, if last_o, all.
// total_o     the bits of the stream until now; all ones if they are as many or more. uncodable_o: it lacks
//             a symbol.
// Latency     inputs are sampled at a rising edge; outputs show behind it.
// Reset       asynchronous; the buffer is empty, all outputs are zero.
`include "rtl_ref/assertions.svh"
`default_nettype none

module huffman_pack #(
  parameter int unsigned CodeBits = 20,
  parameter int unsigned TotalBits = 12,
  localparam int unsigned LengthBits = $clog2(CodeBits + 1),
  localparam int unsigned CountBits = $clog2(2 * CodeBits)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  input  wire logic [CodeBits-1:0]   bits_i,
  input  wire logic [LengthBits-1:0] length_i,
  input  wire logic                  last_i,
  input  wire logic                  uncodable_i,
  output logic      [CodeBits-1:0]   chunk_o,
  output logic      [CodeBits-1:0]   rest_o,
  output logic      [CountBits-1:0]  count_o,
  output logic                       last_o,
  output logic      [TotalBits-1:0]  total_o,
  output logic                       uncodable_o,
  output logic                       valid_o
);

  localparam int unsigned PositionBits = $clog2(CodeBits);

  logic valid_d, valid_q, last_q, uncodable_d, uncodable_q;
  logic [2*CodeBits-1:0] kept, buffer_d, buffer_q;  // left-aligned; what is not filled is zero
  logic [PositionBits-1:0] position_d, position_q;  // of the next bits, in the first chunk
  logic [CountBits-1:0] filled, count_d, count_q;
  logic [TotalBits-1:0] begun, total_d, total_q;
  logic [TotalBits:0] total;

  always_comb begin
    // The buffer without what has left.
    kept = buffer_q;
    if (last_q) begin
      kept = '0;
    end else if (valid_q) begin
      kept = buffer_q << CodeBits;
    end
    buffer_d = kept | ({bits_i, {CodeBits{1'b0}}} >> position_q);

    filled = CountBits'(position_q) + CountBits'(length_i);
    valid_d = last_i || filled >= CountBits'(CodeBits);
    count_d = last_i ? filled : CountBits'(CodeBits);
    position_d = PositionBits'(filled);
    if (last_i) begin
      position_d = '0;
    end else if (filled >= CountBits'(CodeBits)) begin
      position_d = PositionBits'(filled - CountBits'(CodeBits));
    end

    begun = last_q ? '0 : total_q;
    total = (TotalBits + 1)'(begun) + (TotalBits + 1)'(length_i);
    total_d = total[TotalBits] ? '1 : total[TotalBits-1:0];
    uncodable_d = (uncodable_q && !last_q) || uncodable_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      last_q <= 1'b0;
      buffer_q <= '0;
      position_q <= '0;
      count_q <= '0;
      total_q <= '0;
      uncodable_q <= 1'b0;
    end else begin
      valid_q <= valid_d;
      last_q <= last_i;
      buffer_q <= buffer_d;
      position_q <= position_d;
      count_q <= count_d;
      total_q <= total_d;
      uncodable_q <= uncodable_d;
    end
  end
  assign valid_o = valid_q;
  assign chunk_o = buffer_q[2*CodeBits-1 -: CodeBits];
  assign rest_o = buffer_q[CodeBits-1:0] & {CodeBits{last_q}};
  assign count_o = count_q;
  assign last_o = last_q;
  assign total_o = total_q;
  assign uncodable_o = uncodable_q;

  // With the longest codeword behind it the buffer is not exceeded.
  `HEDDLE_ASSERT(PositionInFirstChunk, (PositionBits + 1)'(position_q) < (PositionBits + 1)'(CodeBits))

endmodule
`default_nettype wire
