// The sum of all counts never exceeds the total: after any requests, all entries are read in turn, and their
// counts added up. The total that comes with the last is no less.
`default_nettype none

module frequency_sum #(
  parameter int unsigned Rows = 2,
  parameter int unsigned Ways = 2,
  parameter int unsigned TagBits = 2,
  parameter int unsigned CounterBits = 2,
  parameter int unsigned Policy = 0,
  localparam int unsigned RowBits = $clog2(Rows),
  localparam int unsigned WayBits = $clog2(Ways),
  localparam int unsigned NumberBits = RowBits + WayBits,
  localparam int unsigned TotalBits = CounterBits + NumberBits
) (
  input  wire logic               clk_i,
  input  wire logic               read_out_i,  // from here on all entries are read
  input  wire logic [1:0]         op_i,
  input  wire logic [RowBits-1:0] row_i,
  input  wire logic [TagBits-1:0] tag_i,
  input  wire logic               valid_i,
  output logic                    wrong_o
);

  localparam logic [1:0] Read = 2'd1;

  logic started_q = 1'b0;
  logic reading_q, read_q, adds_q;
  logic [NumberBits-1:0] number_q;
  logic [TotalBits:0] sum_q, sum;

  logic unused_held, unused_valid;
  logic [RowBits-1:0] unused_row;
  logic [TagBits-1:0] unused_tag;
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
    .op_i(reading_q ? Read : op_i),
    .row_i(reading_q ? number_q[RowBits-1:0] : row_i),
    .tag_i(tag_i),
    .way_i(number_q[NumberBits-1 -: WayBits]),
    .valid_i(reading_q || valid_i),
    .held_o(unused_held),
    .row_o(unused_row),
    .tag_o(unused_tag),
    .count_o(count),
    .total_o(total),
    .valid_o(unused_valid),
    .holds_o(unused_holds)
  );

  // The count of a read comes two edges later. Each entry is read once, and then again nothing is added.
  logic done_q;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      reading_q <= 1'b0;
      read_q <= 1'b0;
      adds_q <= 1'b0;
      done_q <= 1'b0;
      number_q <= '0;
      sum_q <= '0;
    end else begin
      reading_q <= reading_q || read_out_i;
      read_q <= reading_q && !done_q;
      adds_q <= read_q;
      if (reading_q) begin
        number_q <= number_q + NumberBits'(1);
        done_q <= done_q || number_q == '1;
      end
      sum_q <= sum;
    end
  end

  assign sum = sum_q + (adds_q ? (TotalBits+1)'(count) : '0);
  assign wrong_o = started_q && adds_q && sum > (TotalBits+1)'(total);

endmodule
`default_nettype wire
