// SPDX-License-Identifier: Apache-2.0
// What sampling a value changes in its row.
//
// Function    way_o is the way that changes, tag_o and count_o what it holds from then on. hit_o: it held the
//             value before. enters_o: it has not, and does now. With neither, the value that is there is
//             counted down. holds_o: the ways that hold the value, one at most; a way that counts zero
//             holds none, and counts least.
// Policy      0 least count: a value without a way takes the one that counts least. 1 decay: it does so
//             if that counts one or zero, and else counts it down.
// Latency     combinational.
`default_nettype none

module frequency_count #(
  parameter int unsigned Ways = 8,
  parameter int unsigned TagBits = 9,
  parameter int unsigned CounterBits = 24,
  parameter int unsigned Policy = 0
) (
  input  wire logic [TagBits-1:0]          tag_i,
  input  wire logic [TagBits*Ways-1:0]     tags_i,
  input  wire logic [CounterBits*Ways-1:0] counts_i,
  output logic      [Ways-1:0]             holds_o,
  output logic                             hit_o,
  output logic                             enters_o,
  output logic      [Ways-1:0]             way_o,
  output logic      [TagBits-1:0]          tag_o,
  output logic      [CounterBits-1:0]      count_o
);

  localparam logic [CounterBits-1:0] One = CounterBits'(1);

  logic [Ways-1:0] holds, least;
  logic [CounterBits-1:0] held_count, least_count;
  logic [TagBits-1:0] least_tag;

  frequency_least #(
    .Ways(Ways),
    .CounterBits(CounterBits)
  ) u_least (
    .counts_i(counts_i),
    .way_o(least),
    .count_o(least_count)
  );

  always_comb begin
    held_count = '0;
    least_tag = '0;
    for (int unsigned w = 0; w < Ways; w++) begin
      holds[w] = tags_i[TagBits*w +: TagBits] == tag_i &&
                 counts_i[CounterBits*w +: CounterBits] != '0;
      held_count =
          held_count | (counts_i[CounterBits*w +: CounterBits] & {CounterBits{holds[w]}});
      least_tag = least_tag | (tags_i[TagBits*w +: TagBits] & {TagBits{least[w]}});
    end

    hit_o = holds != '0;
    way_o = hit_o ? holds : least;
    tag_o = tag_i;
    count_o = One;
    enters_o = !hit_o;
    if (hit_o) begin
      count_o = (held_count == '1) ? held_count : held_count + One;
    end else if (Policy == 1 && least_count > One) begin
      tag_o = least_tag;
      count_o = least_count - One;
      enters_o = 1'b0;
    end
  end

  assign holds_o = holds;

  // Where new values always enter, nothing is counted down.
  logic unused_least;
  assign unused_least = ^{least_tag, least_count};

endmodule
`default_nettype wire
