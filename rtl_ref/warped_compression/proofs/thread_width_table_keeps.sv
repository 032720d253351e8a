// SPDX-License-Identifier: Apache-2.0
// Any row answers a read with the widths that were written to its lanes last, and with the widest for those
// that were not since the reset: a write of other lanes or of another row does not change them. Broken
// expects that a write of any lane writes the one behind it, too, as the table must not.
`default_nettype none

module thread_width_table_keeps #(
  parameter int unsigned Rows = 256,
  parameter bit Broken = 1'b0
) (
  input  wire logic        clk_i,
  input  wire logic [15:0] chosen_i,
  input  wire logic [15:0] read_row_i,
  input  wire logic        read_valid_i,
  input  wire logic [15:0] write_row_i,
  input  wire logic [15:0] write_lanes_i,
  input  wire logic [31:0] write_widths_i,
  input  wire logic        write_valid_i,
  output logic             wrong_o
);

  logic started_q = 1'b0, read_q, asked_q, writes;
  logic [15:0] chosen_q;
  logic [31:0] mask, widths_q, expected_q, answer;
  logic answered;

  thread_width_table #(
    .Rows(Rows)
  ) u_table (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .read_row_i(read_row_i),
    .read_valid_i(read_valid_i),
    .write_row_i(write_row_i),
    .write_lanes_i(write_lanes_i),
    .write_widths_i(write_widths_i),
    .write_valid_i(write_valid_i),
    .answer_widths_o(answer),
    .answer_valid_o(answered)
  );

  assign writes = write_valid_i && write_row_i == chosen_q && chosen_q < 16'(Rows);
  for (genvar i = 0; i < 16; i++) begin : gen_lane
    assign mask[2*i +: 2] = {2{writes && (write_lanes_i[i] || (Broken && i > 0 &&
                                                              write_lanes_i[(i + 15) % 16]))}};
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    read_q <= started_q && read_valid_i;
    asked_q <= started_q && read_valid_i && read_row_i == chosen_q;
    expected_q <= widths_q;
    chosen_q <= started_q ? chosen_q : chosen_i;
    widths_q <= started_q ? (widths_q & ~mask) | (write_widths_i & mask) : '1;
  end

  assign wrong_o = started_q && (answered != read_q || (asked_q && answer != expected_q));

endmodule
`default_nettype wire
