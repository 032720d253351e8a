// SPDX-License-Identifier: Apache-2.0
// The work of block_packer, whose comment has the layout of a stored line, also for lines that are short
// enough for proofs.
//
// start_i       a line comes, byte i in bits 8i+7..8i of line_i.
// valid_i       count_i bits of a way, left-aligned in bits_i with zeros behind them.
// stored_o      as line_i; length_o bytes of it count. Valid while valid_o.
// LimitBytes    the most bytes of a compressed line. No more than these are kept.
`default_nettype none

module way_packer #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned LimitBytes = 96,
  parameter int unsigned Ways = 4,
  parameter int unsigned CodeBits = 20,
  localparam int unsigned CountBits = $clog2(2 * CodeBits + 1),
  localparam int unsigned PointerBits = $clog2(LineBytes),
  localparam int unsigned LengthBits = PointerBits + 1
) (
  input  wire logic                   clk_i,
  input  wire logic                   rst_ni,
  input  wire logic                   start_i,
  input  wire logic [8*LineBytes-1:0] line_i,
  input  wire logic                   valid_i,
  input  wire logic [2*CodeBits-1:0]  bits_i,
  input  wire logic [CountBits-1:0]   count_i,
  input  wire logic                   last_i,
  input  wire logic                   uncodable_i,
  output logic      [8*LineBytes-1:0] stored_o,
  output logic      [LengthBits-1:0]  length_o,
  output logic                        compressed_o,
  output logic                        valid_o
);

  localparam int unsigned HeaderBytes = ((Ways - 1) * PointerBits + 7) / 8;
  localparam int unsigned Room = 8 * (LimitBytes - HeaderBytes);  // bits for codewords
  localparam int unsigned PositionBits = $clog2(Room + 1);
  localparam int unsigned WayBits = $clog2(Ways + 1);
  localparam int unsigned Header = 8 * HeaderBytes;
  localparam int unsigned Behind = 8 * (LineBytes - LimitBytes);

  logic [8*LineBytes-1:0] line_q;
  logic [Room-1:0] codewords_d, codewords_q;          // the first bit is the highest
  logic [PositionBits-1:0] position_d, position_q;    // of the next bits
  logic [WayBits-1:0] left_d, left_q;                 // ways that are not complete; 0: there is no line
  logic refused_d, refused_q;                         // it stays uncompressed
  logic valid_d, valid_q;
  logic [LengthBits-1:0] length_q;

  logic ends;
  logic [CountBits-1:0] count;
  logic [Room-1:0] kept;
  logic [PositionBits-1:0] from;
  logic [WayBits-1:0] left;
  logic [PositionBits:0] behind, next;
  logic [LengthBits-1:0] bytes;

  always_comb begin
    kept = start_i ? '0 : codewords_q;
    from = start_i ? '0 : position_q;
    left = start_i ? WayBits'(Ways) : left_q;
    ends = valid_i && last_i && left != '0;
    count = count_i & {CountBits{valid_i}};

    // Without a line bits are put, too; a start takes them away.
    codewords_d = kept | Room'({bits_i & {(2*CodeBits){valid_i}}, {Room{1'b0}}} >> from >> (2 * CodeBits));

    // A way ends with a whole byte.
    behind = (PositionBits + 1)'(from) + (PositionBits + 1)'(count);
    next = behind;
    if (ends) begin
      next = (PositionBits + 1)'((behind + (PositionBits + 1)'(7)) >> 3 << 3);
    end
    position_d = PositionBits'(next);
    bytes = LengthBits'(HeaderBytes) + LengthBits'(next >> 3);

    left_d = ends ? left - WayBits'(1) : left;
    refused_d = (refused_q && !start_i) || behind > (PositionBits + 1)'(Room) || (ends && uncodable_i);
    valid_d = ends && left == WayBits'(1);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      line_q <= '0;
      codewords_q <= '0;
      position_q <= '0;
      left_q <= '0;
      refused_q <= 1'b0;
      valid_q <= 1'b0;
      length_q <= '0;
    end else begin
      if (start_i) begin
        line_q <= line_i;
      end
      codewords_q <= codewords_d;
      position_q <= position_d;
      left_q <= left_d;
      refused_q <= refused_d;
      valid_q <= valid_d;
      length_q <= refused_d ? LengthBits'(LineBytes) : bytes;
    end
  end

  assign compressed_o = valid_q && !refused_q;

  // Each way that ends tells where the next one begins. The pointers of the line are the last Ways - 1.
  logic [8*LineBytes-1:0] packed_line;  // the first bit is the highest
  if (Ways > 1) begin : gen_pointers
    localparam int unsigned All = (Ways - 1) * PointerBits;
    logic [All-1:0] pointers_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        pointers_q <= '0;
      end else if (ends && !valid_d) begin
        pointers_q <= All'({pointers_q, PointerBits'(bytes)});
      end
    end
    assign packed_line = {pointers_q, {(Header - All){1'b0}}, codewords_q, {Behind{1'b0}}};
  end else begin : gen_no_pointers
    assign packed_line = {codewords_q, {Behind{1'b0}}};
  end

  always_comb begin
    stored_o = line_q;
    if (compressed_o) begin
      for (int unsigned i = 0; i < LineBytes; i++) begin
        stored_o[8*i +: 8] = packed_line[8*(LineBytes - 1 - i) +: 8];
      end
    end
  end
  assign length_o = length_q;
  assign valid_o = valid_q;

endmodule
`default_nettype wire
