// SPDX-License-Identifier: Apache-2.0
// Whatever lines come and whenever decoders ask: the ways of a line are in order, or it is corrupt and gives
// nothing. Each chunk of a way that is chosen is what a mere pointer into the stored line points to, which
// starts at the way's first bit and moves on by a chunk when one is taken; and one stands exactly as long as
// the pointer has not reached the way's end and its decoder has not ended.
`default_nettype none

module way_unpacker_keeps #(
  parameter int unsigned LineBytes = 4,
  parameter int unsigned Ways = 3,
  parameter int unsigned CodeBits = 3,
  localparam int unsigned PointerBits = $clog2(LineBytes),
  localparam int unsigned LengthBits = PointerBits + 1,
  localparam int unsigned HeaderBytes = ((Ways - 1) * PointerBits + 7) / 8,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned WayBits = $clog2(Ways + 1),
  localparam int unsigned Wide = LengthBits + 4
) (
  input  wire logic                  clk_i,
  input  wire logic [WayBits-1:0]    chosen_i,
  input  wire logic                  valid_i,
  input  wire logic [Bits-1:0]       line_i,
  input  wire logic [7:0]            length_i,
  input  wire logic [Ways-1:0]       asks_i,
  input  wire logic [Ways-1:0]       free_i,
  output logic                       wrong_o
);

  logic started_q = 1'b0;
  logic opened, corrupt;
  logic [Ways-1:0] start, offers;
  logic [Ways*LengthBits-1:0] bytes;
  logic [Ways*CodeBits-1:0] chunk;
  way_unpacker #(
    .LineBytes(LineBytes),
    .Ways(Ways),
    .CodeBits(CodeBits)
  ) u_unpacker (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .valid_i(valid_i),
    .line_i(line_i),
    .length_i(length_i),
    .asks_i(asks_i),
    .free_i(free_i),
    .opened_o(opened),
    .corrupt_o(corrupt),
    .start_o(start),
    .bytes_o(bytes),
    .offers_o(offers),
    .chunk_o(chunk)
  );

  // The line with its first bit the highest, its pointers, and whether all are in order.
  logic [Bits-1:0] row_d, row_q;
  logic [LengthBits-1:0] before, pointer, first, last;
  logic bad;
  always_comb begin
    for (int unsigned i = 0; i < LineBytes; i++) begin
      row_d[8*i +: 8] = line_i[8*(LineBytes - 1 - i) +: 8];
    end
    bad = length_i > 8'(LineBytes) || length_i < 8'(HeaderBytes);
    before = LengthBits'(HeaderBytes);
    first = before;
    last = length_i[LengthBits-1:0];
    for (int unsigned i = 1; i < Ways; i++) begin
      pointer = LengthBits'(row_d[Bits-1 - (i-1)*PointerBits -: PointerBits]);
      bad = bad || pointer < before || 8'(pointer) > length_i;
      if (chosen_q == WayBits'(i)) begin
        first = pointer;
      end
      if (chosen_q == WayBits'(i - 1)) begin
        last = pointer;
      end
      before = pointer;
    end
  end

  // The way that is chosen: of its line whether it may still give chunks, and where the pointer is.
  logic [WayBits-1:0] chosen_q;
  logic opened_q, bad_q, start_q, open_q;
  logic [Wide-1:0] at_q, end_q, size_q;
  logic takes, stands;
  logic [Bits+CodeBits-1:0] from_at;
  logic asks, ends;
  assign asks = |(asks_i & (Ways'(1) << chosen_q));
  assign ends = |(free_i & (Ways'(1) << chosen_q));
  always_comb begin
    stands = open_q && !start_q && at_q < end_q;
    takes = start_q || (stands && asks);
    from_at = {row_q, {CodeBits{1'b0}}} << at_q;
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      chosen_q <= (chosen_i < WayBits'(Ways)) ? chosen_i : '0;
      opened_q <= 1'b0;
      bad_q <= 1'b0;
      start_q <= 1'b0;
      open_q <= 1'b0;
      at_q <= '0;
      end_q <= '0;
      size_q <= '0;
      row_q <= '0;
    end else begin
      opened_q <= valid_i;
      bad_q <= valid_i && bad;
      start_q <= valid_i && !bad;
      if (valid_i) begin
        row_q <= row_d;
        open_q <= !bad;
        at_q <= Wide'({first, 3'd0});
        end_q <= Wide'({last, 3'd0});
        size_q <= Wide'({last, 3'd0}) - Wide'({first, 3'd0});
      end else begin
        open_q <= open_q && !(stands && ends);
        at_q <= takes ? at_q + Wide'(CodeBits) : at_q;
      end
    end
  end

  // Of the way that is chosen, what the block shows.
  logic [CodeBits-1:0] shown;
  logic [LengthBits-1:0] shown_bytes;
  logic shown_start, shown_offer;
  always_comb begin
    shown = CodeBits'(chunk >> (chosen_q * CodeBits));
    shown_bytes = LengthBits'(bytes >> (chosen_q * LengthBits));
    shown_start = |(start & (Ways'(1) << chosen_q));
    shown_offer = |(offers & (Ways'(1) << chosen_q));
    wrong_o = started_q &&
              (opened != opened_q || (corrupt && !opened) || (opened && corrupt != bad_q) ||
               (corrupt && (start != '0 || offers != '0)) ||
               shown_start != start_q || shown_offer != stands ||
               (shown_start && Wide'({shown_bytes, 3'd0}) != size_q) ||
               ((shown_start || shown_offer) && shown != from_at[Bits+CodeBits-1 -: CodeBits]));
  end

endmodule
`default_nettype wire
