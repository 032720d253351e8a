// SPDX-License-Identifier: Apache-2.0
// The widths of the sixteen threads whose first bytes lie in one bank of a register file that is
// compressed thread by thread (the first alternative of Lee2015, section 5.2).
//
// Rows        16 to 256, as the bank has; each has a width for every lane, lane i of the bank in bits
//             2i+1..2i: the value has that many bytes beyond the first.
// Reads       with read_valid_i row read_row_i.
// Writes      with write_valid_i the lanes of write_lanes_i of row write_row_i become those of
//             write_widths_i; its other bits do not matter.
// Latency     inputs are sampled at a rising edge; a read sees the table as it was before that edge,
//             and is answered behind it: answer_valid_o is high for each edge that took a read, and
//             answer_widths_o is the row then, and zero otherwise.
// Reset       asynchronous; all lanes of all rows are the widest (3), all outputs are zero.
//
//   of one row                        it holds behind the edge
//   nothing, or read                  what it held
//   written, its first since reset    the lanes that are written; the others are the widest
//   written                           the lanes that are written; the others as before
//   row that the bank has not         there is none: all its lanes are the widest
//
// The memory is not reset; a bit a row says that it was written since.
`include "rtl_ref/assertions.svh"
`default_nettype none

module thread_width_table #(
  parameter int unsigned Rows = 256,
  localparam int unsigned Lanes = 16,
  localparam int unsigned RowBits = $clog2(Rows)
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [15:0]        read_row_i,
  input  wire logic               read_valid_i,
  input  wire logic [15:0]        write_row_i,
  input  wire logic [Lanes-1:0]   write_lanes_i,
  input  wire logic [2*Lanes-1:0] write_widths_i,
  input  wire logic               write_valid_i,
  output logic      [2*Lanes-1:0] answer_widths_o,
  output logic                    answer_valid_o
);

  if (Rows < 16 || Rows > 256) begin : gen_check_rows
    $error("thread_width_table: Rows must be 16 to 256");
  end

  // One-hot; a row that does not exist has no bit in them.
  logic reads, writes;
  logic [Rows-1:0] read_rows, write_rows;
  assign reads = read_valid_i && read_row_i[15:RowBits] == '0;
  assign writes = write_valid_i && write_row_i[15:RowBits] == '0;
  assign read_rows = Rows'(reads) << read_row_i[RowBits-1:0];
  assign write_rows = Rows'(writes) << write_row_i[RowBits-1:0];

  logic found_d, found_q, missed_d, missed_q, first;
  logic [Rows-1:0] written_d, written_q;

  always_comb begin
    found_d = (read_rows & written_q) != '0;
    missed_d = read_valid_i && !found_d;
    first = (write_rows & written_q) == '0;
    written_d = written_q | write_rows;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      found_q <= 1'b0;
      missed_q <= 1'b0;
      written_q <= '0;
    end else begin
      found_q <= found_d;
      missed_q <= missed_d;
      written_q <= written_d;
    end
  end

  // The first write of a row writes all of it.
  logic [2*Lanes-1:0] widths, row;
  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    assign widths[2*i +: 2] = write_widths_i[2*i +: 2] | {2{!write_lanes_i[i]}};
  end

  thread_width_memory #(
    .Rows(Rows)
  ) u_memory (
    .clk_i(clk_i),
    .read_i(reads),
    .read_row_i(read_row_i[RowBits-1:0]),
    .write_i(writes),
    .write_row_i(write_row_i[RowBits-1:0]),
    .write_lanes_i(write_lanes_i | {Lanes{first}}),
    .write_widths_i(widths),
    .widths_o(row)
  );

  assign answer_widths_o = (row & {2*Lanes{found_q}}) | {2*Lanes{missed_q}};
  assign answer_valid_o = found_q || missed_q;

  `HEDDLE_ASSERT(FoundOrMissed, !(found_q && missed_q))
  `HEDDLE_ASSERT_NEXT(AnEmptyTableSaysWidest, read_valid_i && written_q == '0,
                      answer_widths_o == '1)

endmodule
`default_nettype wire
