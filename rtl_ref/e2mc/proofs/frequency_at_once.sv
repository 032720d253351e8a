// SPDX-License-Identifier: Apache-2.0
// With a request in each cycle, all answers are those of a table whose memories are read in the cycle that
// writes them, so that each request is done at once: no sample is lost and none counts twice, however close
// requests for a row follow each other. With Sum, the sum of all counts of that table never exceeds the total,
// and no value is in two ways of its row.
`default_nettype none

module frequency_at_once #(
  parameter int unsigned Rows = 2,
  parameter int unsigned Ways = 2,
  parameter int unsigned TagBits = 2,
  parameter int unsigned CounterBits = 2,
  parameter int unsigned Policy = 0,
  parameter bit Sum = 1'b0,
  localparam int unsigned RowBits = $clog2(Rows),
  localparam int unsigned WayBits = $clog2(Ways),
  localparam int unsigned TotalBits = CounterBits + $clog2(Rows * Ways),
  localparam int unsigned Width = TagBits + CounterBits
) (
  input  wire logic               clk_i,
  input  wire logic [1:0]         op_i,
  input  wire logic [RowBits-1:0] row_i,
  input  wire logic [TagBits-1:0] tag_i,
  input  wire logic [WayBits-1:0] way_i,
  output logic                    wrong_o
);

  localparam logic [1:0] Sample = 2'd0;
  localparam logic [1:0] Read = 2'd1;
  localparam logic [1:0] Clear = 2'd2;

  logic started_q = 1'b0;
  logic held, unused_valid;
  logic [RowBits-1:0] row;
  logic [TagBits-1:0] tag;
  logic [CounterBits-1:0] count;
  logic [TotalBits-1:0] total;
  logic [Ways-1:0] unused_holds;
  frequency_sets #(
    .Rows(Rows),
    .Ways(Ways),
    .TagBits(TagBits),
    .CounterBits(CounterBits),
    .Policy(Policy)
  ) u_sets (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .op_i(op_i),
    .row_i(row_i),
    .tag_i(tag_i),
    .way_i(way_i),
    .valid_i(1'b1),
    .held_o(held),
    .row_o(row),
    .tag_o(tag),
    .count_o(count),
    .total_o(total),
    .valid_o(unused_valid),
    .holds_o(unused_holds)
  );

  // The other table: its entries, row by row, and which rows were written since the last clear.
  logic [Width*Ways*Rows-1:0] entries_d, entries_q;
  logic [Rows-1:0] used_d, used_q;
  logic valid_q, samples, hit, enters, found, held_d, held_q;
  logic [1:0] op_q;
  logic [RowBits-1:0] row_q, answer_row_q;
  logic [TagBits-1:0] tag_q, new_tag, answer_tag_q;
  logic [WayBits-1:0] way_q;
  logic [Width*Ways-1:0] entries;
  logic [TagBits*Ways-1:0] tags;
  logic [CounterBits*Ways-1:0] counts;
  logic [CounterBits-1:0] new_count, read_count, count_d, count_q;
  logic [TotalBits-1:0] total_d, total_q;
  logic [TotalBits+1:0] sum;
  logic twice;
  logic [Ways-1:0] counted, unused_ref_holds;

  frequency_count #(
    .Ways(Ways),
    .TagBits(TagBits),
    .CounterBits(CounterBits),
    .Policy(Policy)
  ) u_count (
    .tag_i(tag_q),
    .tags_i(tags),
    .counts_i(counts),
    .holds_o(unused_ref_holds),
    .hit_o(hit),
    .enters_o(enters),
    .way_o(counted),
    .tag_o(new_tag),
    .count_o(new_count)
  );

  always_comb begin
    entries = entries_q[Width*Ways*row_q +: Width*Ways];
    for (int unsigned w = 0; w < Ways; w++) begin
      tags[TagBits*w +: TagBits] = entries[Width*w + CounterBits +: TagBits];
      counts[CounterBits*w +: CounterBits] =
          entries[Width*w +: CounterBits] & {CounterBits{used_q[row_q]}};
    end
    read_count = counts[CounterBits*way_q +: CounterBits];
    samples = valid_q && op_q == Sample;
    found = valid_q && op_q == Read && read_count != '0;
    held_d = found || (samples && hit);
    count_d = found ? read_count : (samples && (hit || enters)) ? new_count : '0;

    entries_d = entries_q;
    used_d = used_q;
    total_d = total_q;
    if (samples) begin
      for (int unsigned w = 0; w < Ways; w++) begin
        if (counted[w]) begin
          entries_d[Width*(Ways*row_q + w) +: Width] = {new_tag, new_count};
        end else if (!used_q[row_q]) begin
          entries_d[Width*(Ways*row_q + w) +: Width] = {new_tag, {CounterBits{1'b0}}};
        end
      end
      used_d[row_q] = 1'b1;
      total_d = (total_q == '1) ? total_q : total_q + TotalBits'(1);
    end
    if (valid_q && op_q == Clear) begin
      used_d = '0;
      total_d = '0;
    end

    sum = '0;
    twice = 1'b0;
    for (int unsigned e = 0; e < Rows * Ways; e++) begin
      if (used_q[e/Ways]) begin
        sum = sum + (TotalBits+2)'(entries_q[Width*e +: CounterBits]);
        for (int unsigned other = Ways * (e / Ways); other < e; other++) begin
          twice = twice || (entries_q[Width*e +: CounterBits] != '0 &&
                            entries_q[Width*other +: CounterBits] != '0 &&
                            entries_q[Width*e + CounterBits +: TagBits] ==
                                entries_q[Width*other + CounterBits +: TagBits]);
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    op_q <= op_i;
    row_q <= row_i;
    tag_q <= tag_i;
    way_q <= way_i;
    entries_q <= entries_d;
    if (!started_q) begin
      valid_q <= 1'b0;
      used_q <= '0;
      held_q <= 1'b0;
      answer_row_q <= '0;
      answer_tag_q <= '0;
      count_q <= '0;
      total_q <= '0;
    end else begin
      valid_q <= 1'b1;
      used_q <= used_d;
      held_q <= held_d;
      answer_row_q <= row_q & {RowBits{found}};
      answer_tag_q <= tags[TagBits*way_q +: TagBits] & {TagBits{found}};
      count_q <= count_d;
      total_q <= total_d;
    end
  end

  assign wrong_o = Sum ? (twice || sum > (TotalBits+2)'(total)) :
                         (held != held_q || row != answer_row_q || tag != answer_tag_q ||
                          count != count_q || total != total_q);

endmodule
`default_nettype wire
