// SPDX-License-Identifier: Apache-2.0
// The entries of one way of a value frequency table: a memory with a registered read port and a write port,
// to be replaced by a macro where there is one.
//
// Latency     inputs are sampled at a rising edge; word_o is the word that was read last, as it was before
//             the edge that read it, also when that edge wrote it.
`default_nettype none

module frequency_memory #(
  parameter int unsigned Rows = 128,
  parameter int unsigned Width = 33,
  localparam int unsigned RowBits = (Rows < 2) ? 1 : $clog2(Rows)
) (
  input  wire logic               clk_i,
  input  wire logic               read_i,
  input  wire logic [RowBits-1:0] read_row_i,
  input  wire logic               write_i,
  input  wire logic [RowBits-1:0] write_row_i,
  input  wire logic [Width-1:0]   write_word_i,
  output logic      [Width-1:0]   word_o
);

  logic [Width-1:0] memory_q [0:Rows-1];

  always_ff @(posedge clk_i) begin
    if (read_i) begin
      word_o <= memory_q[read_row_i];
    end
    if (write_i) begin
      memory_q[write_row_i] <= write_word_i;
    end
  end

endmodule
`default_nettype wire
