// SPDX-License-Identifier: Apache-2.0
// Whatever bits the ways of a line have: the bit at a place that is chosen is the one that belongs there,
// when each way follows the one before at the next whole byte, or zero when there is none; and the pointer
// of a way that is chosen says where it begins. The line is compressed exactly when its bytes are not too
// many and no way lacks a symbol; it is the line that came else.
`default_nettype none

module way_packer_keeps #(
  parameter int unsigned LineBytes = 4,
  parameter int unsigned LimitBytes = 3,
  parameter int unsigned Ways = 3,
  parameter int unsigned CodeBits = 3,
  localparam int unsigned Window = 2 * CodeBits,
  localparam int unsigned CountBits = $clog2(Window + 1),
  localparam int unsigned PointerBits = $clog2(LineBytes),
  localparam int unsigned HeaderBytes = ((Ways - 1) * PointerBits + 7) / 8,
  localparam int unsigned WayBits = $clog2(Ways + 1),
  localparam int unsigned PlaceBits = PointerBits + 4
) (
  input  wire logic                           clk_i,
  input  wire logic [WayBits-1:0]             chosen_way_i,
  input  wire logic [PlaceBits-1:0]           chosen_place_i,
  input  wire logic                           start_i,
  input  wire logic [8*LineBytes-1:0]         line_i,
  input  wire logic                           valid_i,
  input  wire logic [Window-1:0]              bits_i,
  input  wire logic [CountBits-1:0]           count_i,
  input  wire logic                           last_i,
  input  wire logic                           uncodable_i,
  output logic                                wrong_o
);

  // What comes in: no more bits than pins, zeros behind them.
  logic [CountBits-1:0] count;
  logic [Window-1:0] bits;
  assign count = (count_i > CountBits'(Window)) ? CountBits'(Window) : count_i;
  assign bits = bits_i & ~({Window{1'b1}} >> count);

  logic started_q = 1'b0;
  logic [8*LineBytes-1:0] stored;
  logic [PointerBits:0] length;
  logic compressed, valid;
  way_packer #(
    .LineBytes(LineBytes),
    .LimitBytes(LimitBytes),
    .Ways(Ways),
    .CodeBits(CodeBits)
  ) u_packer (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .start_i(start_i),
    .line_i(line_i),
    .valid_i(valid_i),
    .bits_i(bits),
    .count_i(count),
    .last_i(last_i),
    .uncodable_i(uncodable_i),
    .stored_o(stored),
    .length_o(length),
    .compressed_o(compressed),
    .valid_o(valid)
  );

  // The line as it should be: where the next bit belongs, and of what is chosen the bit that belongs there
  // and the byte at which the way begins.
  logic [WayBits-1:0] chosen_way_q, way_q, way;
  logic [PlaceBits-1:0] chosen_place_q, place_q, place, place_d;
  logic [PointerBits:0] first_q;
  logic [8*LineBytes-1:0] line_q;
  logic [Window-1:0] from_chosen;
  logic begins, begins_q, bit_q, lacks_q, lacks, open_q, open, takes, ends, last_way, long_q, too_long, done_q;
  always_comb begin
    way = start_i ? '0 : way_q;
    place = start_i ? PlaceBits'(8 * HeaderBytes) : place_q;
    begins = start_i || begins_q;
    open = start_i || open_q;
    takes = open && valid_i;
    ends = takes && last_i;
    last_way = way == WayBits'(Ways - 1);
    lacks = (lacks_q && !start_i) || (ends && uncodable_i);
    place_d = place + (takes ? PlaceBits'(count) : '0);
    too_long = (long_q && !start_i) || place_d > PlaceBits'(8 * LimitBytes);
    if (ends && place_d[2:0] != 3'd0) begin
      place_d = {place_d[PlaceBits-1:3], 3'd0} + PlaceBits'(8);
    end
    from_chosen = bits << (chosen_place_q - place);
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      chosen_way_q <= chosen_way_i;
      chosen_place_q <= chosen_place_i;
      done_q <= 1'b0;
      begins_q <= 1'b0;
      way_q <= '0;
      place_q <= '0;
      open_q <= 1'b0;
      lacks_q <= 1'b0;
      long_q <= 1'b0;
      bit_q <= 1'b0;
      first_q <= '0;
      line_q <= '0;
    end else begin
      done_q <= ends && last_way;
      begins_q <= ends;
      open_q <= open && !(ends && last_way);
      way_q <= ends ? way + WayBits'(1) : way;
      place_q <= too_long ? place : place_d;
      lacks_q <= lacks;
      long_q <= too_long;
      if (start_i) begin
        line_q <= line_i;
        bit_q <= 1'b0;
      end
      if (takes && chosen_place_q >= place && chosen_place_q < place + PlaceBits'(count)) begin
        bit_q <= from_chosen[Window-1];
      end
      if (begins && way == chosen_way_q) begin
        first_q <= (PointerBits + 1)'(place >> 3);
      end
    end
  end

  // The stored line with its first bit the highest, and the pointer of the way that is chosen.
  logic [8*LineBytes-1:0] row, from_place, from_pointer;
  always_comb begin
    for (int unsigned i = 0; i < LineBytes; i++) begin
      row[8*i +: 8] = stored[8*(LineBytes - 1 - i) +: 8];
    end
    from_place = row << chosen_place_q;
    from_pointer = row << (chosen_way_q == WayBits'(2) ? PointerBits : 0);

    wrong_o = started_q && valid != done_q;
    if (started_q && valid && done_q) begin
      if (long_q || lacks_q) begin
        wrong_o = compressed || stored != line_q || length != (PointerBits + 1)'(LineBytes);
      end else begin
        wrong_o = !compressed || PlaceBits'({length, 3'd0}) != place_q ||
                  (chosen_place_q >= PlaceBits'(8 * HeaderBytes) && from_place[8*LineBytes-1] != bit_q) ||
                  (chosen_way_q != '0 && chosen_way_q < WayBits'(Ways) &&
                   {1'b0, from_pointer[8*LineBytes-1 -: PointerBits]} != first_q);
      end
    end
  end

endmodule
`default_nettype wire
