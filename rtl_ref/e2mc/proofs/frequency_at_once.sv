// All answers are those of a table that does each request at once, in one cycle: no sample is lost and none
// counts twice, however close requests for a row follow each other. Any one row is checked; requests for
// the others are any, too.
`default_nettype none

module frequency_at_once #(
  parameter int unsigned Rows = 2,
  parameter int unsigned Ways = 2,
  parameter int unsigned TagBits = 2,
  parameter int unsigned CounterBits = 2,
  parameter int unsigned Policy = 0,
  localparam int unsigned RowBits = $clog2(Rows),
  localparam int unsigned TotalBits = CounterBits + $clog2(Rows * Ways)
) (
  input  wire logic                    clk_i,
  input  wire logic [RowBits-1:0]      chosen_row_i,
  input  wire logic [1:0]              op_i,
  input  wire logic [RowBits-1:0]      row_i,
  input  wire logic [TagBits-1:0]      tag_i,
  input  wire logic                    way_i,
  input  wire logic                    valid_i,
  output logic                         wrong_o
);

  localparam logic [1:0] Sample = 2'd0;
  localparam logic [1:0] Read = 2'd1;
  localparam logic [1:0] Clear = 2'd2;
  localparam logic [CounterBits-1:0] One = CounterBits'(1);

  logic started_q = 1'b0;
  logic held, valid;
  logic [RowBits-1:0] unused_row;
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
    .valid_i(valid_i),
    .held_o(held),
    .row_o(unused_row),
    .tag_o(tag),
    .count_o(count),
    .total_o(total),
    .valid_o(valid),
    .holds_o(unused_holds)
  );

  // The row done at once, of two ways. It works on the request of the cycle before.
  logic valid_q, chosen, way_q;
  logic [1:0] op_q;
  logic [RowBits-1:0] row_q;
  logic [TagBits-1:0] tag_q, tag0_q, tag1_q;
  logic [CounterBits-1:0] count0_q, count1_q;
  logic [TotalBits-1:0] total_q;
  logic [RowBits-1:0] chosen_row_q;
  // What it answers.
  logic answers_q, known_q, held_q;
  logic [TagBits-1:0] answer_q;
  logic [CounterBits-1:0] answer_count_q;

  logic hit0, hit1, upper, samples;
  logic [CounterBits-1:0] least, more0, more1;
  assign samples = valid_q && op_q == Sample;
  assign chosen = row_q == chosen_row_q;
  assign hit0 = count0_q != '0 && tag0_q == tag_q;
  assign hit1 = count1_q != '0 && tag1_q == tag_q;
  assign upper = count1_q < count0_q;
  assign least = upper ? count1_q : count0_q;
  assign more0 = (count0_q == '1) ? count0_q : count0_q + One;
  assign more1 = (count1_q == '1) ? count1_q : count1_q + One;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    valid_q <= started_q && valid_i;
    op_q <= op_i;
    row_q <= row_i;
    tag_q <= tag_i;
    way_q <= way_i;
    answers_q <= started_q && valid_q;
    known_q <= chosen;
    held_q <= 1'b0;
    answer_q <= '0;
    answer_count_q <= '0;
    if (!started_q) begin
      chosen_row_q <= chosen_row_i;
      count0_q <= '0;
      count1_q <= '0;
      total_q <= '0;
    end else if (valid_q && op_q == Clear) begin
      count0_q <= '0;
      count1_q <= '0;
      total_q <= '0;
    end else if (samples) begin
      total_q <= (total_q == '1) ? total_q : total_q + TotalBits'(1);
      if (chosen) begin
        held_q <= hit0 || hit1;
        if (hit0) begin
          count0_q <= more0;
          answer_count_q <= more0;
        end else if (hit1) begin
          count1_q <= more1;
          answer_count_q <= more1;
        end else if (Policy == 1 && least > One) begin
          if (upper) begin
            count1_q <= count1_q - One;
          end else begin
            count0_q <= count0_q - One;
          end
        end else begin
          answer_count_q <= One;
          if (upper) begin
            count1_q <= One;
            tag1_q <= tag_q;
          end else begin
            count0_q <= One;
            tag0_q <= tag_q;
          end
        end
      end
    end else if (valid_q && op_q == Read && chosen) begin
      answer_count_q <= way_q ? count1_q : count0_q;
      held_q <= (way_q ? count1_q : count0_q) != '0;
      if ((way_q ? count1_q : count0_q) != '0) begin
        answer_q <= way_q ? tag1_q : tag0_q;
      end
    end
  end

  assign wrong_o = started_q &&
                   (valid != answers_q || total != total_q ||
                    (answers_q && known_q &&
                     (held != held_q || count != answer_count_q || tag != answer_q)));

endmodule
`default_nettype wire
