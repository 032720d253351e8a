// SPDX-License-Identifier: Apache-2.0
// Whatever pieces a stream is made of, and however streams follow each other: what leaves the buffer are its
// bits, one behind another, as by two pointers into them; a chunk at once when there is one, and all that
// is left with the end; never do more bits wait than a codeword less than two chunks. The total is the
// sum of the lengths, or the most that it can tell.
`default_nettype none

module huffman_pack_keeps #(
  parameter int unsigned CodeBits = 3,
  parameter int unsigned TotalBits = 3,
  parameter int unsigned PointerBits = 4,
  localparam int unsigned LengthBits = $clog2(CodeBits + 1),
  localparam int unsigned CountBits = $clog2(2 * CodeBits),
  localparam int unsigned Most = 1 << PointerBits
) (
  input  wire logic                  clk_i,
  input  wire logic [Most-1:0]       content_i,  // of all streams; the highest bit comes first
  input  wire logic [LengthBits-1:0] length_i,
  input  wire logic                  last_i,
  input  wire logic                  uncodable_i,
  output logic                       wrong_o
);

  localparam int unsigned Wide = PointerBits + 1;
  localparam int unsigned Window = 2 * CodeBits;

  logic started_q = 1'b0;
  logic [Most-1:0] content_q;
  logic last_q, uncodable_q;
  logic [Wide-1:0] put_q, out_q;  // bits of the stream that have come, and that have left

  // `count` bits of the stream from the at-th on, left-aligned; zeros behind them.
  function automatic logic [Window-1:0] content_at(input logic [Wide-1:0] at, input logic [Wide-1:0] count);
    content_at = Window'({content_q, {Window{1'b0}}} >> (Wide'(Most) - at)) & ~({Window{1'b1}} >> count);
  endfunction

  // What comes in this cycle: no more than a stream can have here.
  logic [Wide-1:0] begun, length;
  logic [Window-1:0] piece;
  always_comb begin
    begun = last_q ? '0 : put_q;
    length = (length_i > LengthBits'(CodeBits)) ? Wide'(CodeBits) : Wide'(length_i);
    if (begun + length > Wide'(Most)) begin
      length = '0;
    end
    piece = content_at(begun, length);
  end

  logic [CodeBits-1:0] chunk, rest;
  logic [CountBits-1:0] count;
  logic last, uncodable, valid;
  logic [TotalBits-1:0] total;
  huffman_pack #(
    .CodeBits(CodeBits),
    .TotalBits(TotalBits)
  ) u_pack (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .bits_i(piece[Window-1 -: CodeBits]),
    .length_i(LengthBits'(length)),
    .last_i(last_i),
    .uncodable_i(uncodable_i),
    .chunk_o(chunk),
    .rest_o(rest),
    .count_o(count),
    .last_o(last),
    .total_o(total),
    .uncodable_o(uncodable),
    .valid_o(valid)
  );

  logic leaves, wrong_total;
  logic [Wide-1:0] waiting, leaving;
  always_comb begin
    waiting = put_q - out_q;
    leaves = last_q || waiting >= Wide'(CodeBits);
    leaving = last_q ? waiting : Wide'(CodeBits);
    wrong_total = total != TotalBits'(put_q);
    if (put_q >= (Wide'(1) << TotalBits)) begin
      wrong_total = total != '1;
    end
    wrong_o = started_q && (valid != leaves || waiting >= Wide'(Window) || wrong_total ||
                            uncodable != uncodable_q ||
                            (leaves && (last != last_q || Wide'(count) != leaving ||
                                        {chunk, rest} != content_at(out_q, leaving))));
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      content_q <= content_i;
      last_q <= 1'b0;
      uncodable_q <= 1'b0;
      put_q <= '0;
      out_q <= '0;
    end else begin
      last_q <= last_i;
      uncodable_q <= (uncodable_q && !last_q) || uncodable_i;
      put_q <= begun + length;
      out_q <= last_q ? '0 : leaves ? out_q + leaving : out_q;
    end
  end

endmodule
`default_nettype wire
