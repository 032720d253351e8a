// SPDX-License-Identifier: Apache-2.0
// One way of a line that way_unpacker gives out: its start, and then its chunks, one behind another.
//
// open_i     a line comes, whose bytes begin_i to before end_i are this way's if it is legal_i. A way of the
//            line before is given up.
// line_i     the line that comes, else the one that came last; byte i in bits 8i+7..8i.
// start_o    the edge that takes a legal line shows the way's start: bytes_o and its first chunk.
// offers_o   the next chunk of the way stands in chunk_o: from the edge behind the start on, as long as the
//            way has more bits. An edge with asks_i takes it, and shows the one behind it; at an edge with
//            free_i the rest of the way is given up.
// chunk_o    the first bit the highest. Behind the way's last bit the line goes on, and behind the line are
//            zeros.
`default_nettype none

module way_chunks #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned CodeBits = 20,
  localparam int unsigned LengthBits = $clog2(LineBytes) + 1
) (
  input  wire logic                   clk_i,
  input  wire logic                   rst_ni,
  input  wire logic                   open_i,
  input  wire logic                   legal_i,
  input  wire logic [8*LineBytes-1:0] line_i,
  input  wire logic [LengthBits-1:0]  begin_i,
  input  wire logic [LengthBits-1:0]  end_i,
  input  wire logic                   asks_i,
  input  wire logic                   free_i,
  output logic                        start_o,
  output logic      [LengthBits-1:0]  bytes_o,
  output logic                        offers_o,
  output logic      [CodeBits-1:0]    chunk_o
);

  // A position is less than a chunk behind the line.
  localparam int unsigned PositionBits = LengthBits + 3;
  localparam int unsigned Window = (CodeBits + 14) / 8;  // bytes that a chunk may have bits of
  localparam int unsigned Behind = (CodeBits + 7) / 8 + Window;

  logic start_d, start_q, offers_d, offers_q;
  logic [PositionBits-1:0] position_d, position_q;  // of the bit behind those in chunk_q
  logic [LengthBits-1:0] end_d, end_q, bytes_q;
  logic [CodeBits-1:0] chunk_d, chunk_q;

  logic moves, more;
  logic [PositionBits-1:0] from;
  logic [8*(LineBytes+Behind)-1:0] row;
  logic [8*Window-1:0] bytes, window, shifted;

  always_comb begin
    from = open_i ? {begin_i, 3'd0} : position_q;
    end_d = open_i ? end_i : end_q;
    more = from < {end_d, 3'd0};
    moves = open_i || (more && (start_q || asks_i));  // of a way that is given up it does not matter
    position_d = moves ? from + PositionBits'(CodeBits) : position_q;

    start_d = open_i && legal_i;
    offers_d = 1'b0;
    if (!open_i) begin
      offers_d = start_q ? more : offers_q && !free_i && (more || !asks_i);
    end

    // The bytes in which the bits are, with the first one on top.
    row = {{(8*Behind){1'b0}}, line_i};
    bytes = row[{from[PositionBits-1:3], 3'd0} +: 8*Window];
    for (int unsigned i = 0; i < Window; i++) begin
      window[8*(Window - 1 - i) +: 8] = bytes[8*i +: 8];
    end
    shifted = window << from[2:0];
    chunk_d = moves ? CodeBits'(shifted >> (8 * Window - CodeBits)) : chunk_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      start_q <= 1'b0;
      offers_q <= 1'b0;
      position_q <= '0;
      end_q <= '0;
      bytes_q <= '0;
      chunk_q <= '0;
    end else begin
      start_q <= start_d;
      offers_q <= offers_d;
      position_q <= position_d;
      end_q <= end_d;
      if (open_i) begin
        bytes_q <= end_i - begin_i;
      end
      chunk_q <= chunk_d;
    end
  end

  assign start_o = start_q;
  assign bytes_o = bytes_q;
  assign offers_o = offers_q;
  assign chunk_o = chunk_q;

endmodule
`default_nettype wire
