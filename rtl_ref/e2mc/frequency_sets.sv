// SPDX-License-Identifier: Apache-2.0
// The work of value_frequency_table, whose table shows what each request does, with rows, ways and tags of
// any number. Where there is one way and no tag, each row counts one value.
//
// Function    op_i for tag tag_i in row row_i: sample it; read way way_i of the row; clear; tell the total.
//             An entry that counts zero is free. The memories are not cleared: a bit for each row tells
//             whether it was written since the last clear, and the first write goes to all its ways.
// Latency     inputs are sampled at a rising edge, which reads the memories; the next one writes them and
//             answers. A request right behind one of the same row takes the word that this one writes from
//             a register, since the memories still answer the old one.
//             holds_o tells, behind the first edge, in which ways the value of the request is, for
//             assertions.
// Reset       asynchronous; all rows are blank, and all outputs are zero.
`default_nettype none

module frequency_sets #(
  parameter int unsigned Rows = 128,
  parameter int unsigned Ways = 8,
  parameter int unsigned TagBits = 9,
  parameter int unsigned CounterBits = 24,
  parameter int unsigned Policy = 0,
  localparam int unsigned RowBits = (Rows < 2) ? 1 : $clog2(Rows),
  localparam int unsigned WayBits = (Ways < 2) ? 1 : $clog2(Ways),
  localparam int unsigned TotalBits = CounterBits + $clog2(Rows * Ways)
) (
  input  wire logic                   clk_i,
  input  wire logic                   rst_ni,
  input  wire logic [1:0]             op_i,
  input  wire logic [RowBits-1:0]     row_i,
  input  wire logic [TagBits-1:0]     tag_i,
  input  wire logic [WayBits-1:0]     way_i,
  input  wire logic                   valid_i,
  output logic                        held_o,
  output logic      [RowBits-1:0]     row_o,
  output logic      [TagBits-1:0]     tag_o,
  output logic      [CounterBits-1:0] count_o,
  output logic      [TotalBits-1:0]   total_o,
  output logic                        valid_o,
  output logic      [Ways-1:0]        holds_o
);

  localparam logic [1:0] Sample = 2'd0;
  localparam logic [1:0] Read = 2'd1;
  localparam logic [1:0] Clear = 2'd2;

  // The request in the second stage.
  logic valid_q;
  logic [1:0] op_q;
  logic [RowBits-1:0] row_q;
  logic [TagBits-1:0] tag_q;
  logic [WayBits-1:0] way_q;
  logic samples, reads, clears;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      op_q <= op_i;
      row_q <= row_i;
      tag_q <= tag_i;
      way_q <= way_i;
    end
  end

  assign samples = valid_q && op_q == Sample;
  assign reads = valid_q && op_q == Read;
  assign clears = valid_q && op_q == Clear;

  // Its row: the way that was written just now; else nothing in a blank row; else what the memories have.
  logic [Ways-1:0] forward_d, forward_q;  // one-hot, or zero
  logic [TagBits-1:0] new_tag, written_tag_q;
  logic [CounterBits-1:0] new_count, written_count_q;
  logic blank, first;
  logic [TagBits*Ways-1:0] read_tags, tags;
  logic [CounterBits*Ways-1:0] read_counts, counts;

  always_comb begin
    for (int unsigned w = 0; w < Ways; w++) begin
      tags[TagBits*w +: TagBits] =
          forward_q[w] ? written_tag_q : read_tags[TagBits*w +: TagBits];
      counts[CounterBits*w +: CounterBits] =
          forward_q[w] ? written_count_q :
          (read_counts[CounterBits*w +: CounterBits] & {CounterBits{!blank}});
    end
  end

  // A row that was written just now is no more blank, though it was when it was read.
  assign first = samples && blank && forward_q == '0;

  frequency_rows #(
    .Rows(Rows)
  ) u_rows (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clears),
    .write_i(first),
    .write_row_i(row_q),
    .read_row_i(row_i),
    .blank_o(blank)
  );

  // What is written, and where.
  logic hit, enters;
  logic [Ways-1:0] holds;
  logic [Ways-1:0] counted, selected;  // one-hot
  logic [TagBits-1:0] selected_tag;
  logic [CounterBits-1:0] selected_count;

  frequency_count #(
    .Ways(Ways),
    .TagBits(TagBits),
    .CounterBits(CounterBits),
    .Policy(Policy)
  ) u_count (
    .tag_i(tag_q),
    .tags_i(tags),
    .counts_i(counts),
    .holds_o(holds),
    .hit_o(hit),
    .enters_o(enters),
    .way_o(counted),
    .tag_o(new_tag),
    .count_o(new_count)
  );

  for (genvar w = 0; w < Ways; w++) begin : gen_way
    frequency_memory #(
      .Rows(Rows),
      .Width(TagBits + CounterBits)
    ) u_memory (
      .clk_i(clk_i),
      .read_i(valid_i),
      .read_row_i(row_i),
      .write_i((samples && counted[w]) || first),
      .write_row_i(row_q),
      .write_word_i({new_tag, new_count & {CounterBits{counted[w]}}}),
      .word_o({read_tags[TagBits*w +: TagBits], read_counts[CounterBits*w +: CounterBits]})
    );
  end

  assign forward_d = counted & {Ways{samples && row_i == row_q}};

  always_ff @(posedge clk_i) begin
    forward_q <= forward_d;
    written_tag_q <= new_tag;
    written_count_q <= new_count;
  end

  // The answer.
  logic [CounterBits-1:0] count_d, count_q;
  logic [TotalBits-1:0] total_d, total_q;
  logic [TagBits-1:0] answer_tag_q;
  logic [RowBits-1:0] answer_row_q;
  logic found, held_q, answers_q;

  always_comb begin
    selected = Ways'(1) << way_q;
    selected_tag = '0;
    selected_count = '0;
    for (int unsigned w = 0; w < Ways; w++) begin
      selected_tag = selected_tag | (tags[TagBits*w +: TagBits] & {TagBits{selected[w]}});
      selected_count =
          selected_count | (counts[CounterBits*w +: CounterBits] & {CounterBits{selected[w]}});
    end
    found = reads && selected_count != '0;
    count_d = (selected_count & {CounterBits{reads}}) |
              (new_count & {CounterBits{samples && (hit || enters)}});
    total_d = total_q;
    if (clears) begin
      total_d = '0;
    end else if (samples && total_q != '1) begin
      total_d = total_q + TotalBits'(1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      answers_q <= 1'b0;
      held_q <= 1'b0;
      answer_row_q <= '0;
      answer_tag_q <= '0;
      count_q <= '0;
      total_q <= '0;
    end else begin
      answers_q <= valid_q;
      held_q <= found || (samples && hit);
      answer_row_q <= row_q & {RowBits{found}};
      answer_tag_q <= selected_tag & {TagBits{found}};
      count_q <= count_d;
      total_q <= total_d;
    end
  end

  assign holds_o = holds & {Ways{valid_q}};
  assign valid_o = answers_q;
  assign held_o = held_q;
  assign row_o = answer_row_q;
  assign tag_o = answer_tag_q;
  assign count_o = count_q;
  assign total_o = total_q;

endmodule
`default_nettype wire
