// SPDX-License-Identifier: Apache-2.0
// Which rows of a value frequency table are blank: not written since the last clear.
//
// Latency     inputs are sampled at a rising edge; blank_o tells of the row that it read, as the row was
//             before the write of that edge, but behind its clear.
// Reset       asynchronous; all rows are blank.
`default_nettype none

module frequency_rows #(
  parameter int unsigned Rows = 128,
  localparam int unsigned RowBits = (Rows < 2) ? 1 : $clog2(Rows)
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic               clear_i,
  input  wire logic               write_i,
  input  wire logic [RowBits-1:0] write_row_i,
  input  wire logic [RowBits-1:0] read_row_i,
  output logic                    blank_o
);

  logic [Rows-1:0] used_d, used_q;

  always_comb begin
    used_d = used_q;
    if (write_i) begin
      used_d[write_row_i] = 1'b1;
    end
    if (clear_i) begin
      used_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q <= '0;
    end else begin
      used_q <= used_d;
    end
  end

  always_ff @(posedge clk_i) begin
    blank_o <= !used_q[read_row_i] || clear_i;
  end

endmodule
`default_nettype wire
