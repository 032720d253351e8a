// SPDX-License-Identifier: Apache-2.0
// The blocks of one way of a metadata cache: a memory with one port, to be replaced by a macro
// where there is one. Entry i of a row, a pair of bits, is bits 2i+1..2i of it.
//
// Latency     inputs are sampled at a rising edge; row_o is the row that was read last, as it was
//             before the edge that read it, also when that edge wrote it. fill_i writes a whole
//             row; record_i one entry of it. Both at once are a fill.
`default_nettype none

module metadata_memory #(
  parameter int unsigned Rows = 64,
  parameter int unsigned Entries = 128,
  localparam int unsigned RowBits = (Rows < 2) ? 1 : $clog2(Rows),
  localparam int unsigned EntryBits = $clog2(Entries),
  localparam int unsigned Width = 2 * Entries
) (
  input  wire logic                 clk_i,
  input  wire logic [RowBits-1:0]   row_i,
  input  wire logic                 read_i,
  input  wire logic                 fill_i,
  input  wire logic [Width-1:0]     data_i,
  input  wire logic                 record_i,
  input  wire logic [EntryBits-1:0] entry_i,
  input  wire logic [1:0]           bits_i,
  output logic      [Width-1:0]     row_o
);

  logic [Width-1:0] memory_q [0:Rows-1];

  always_ff @(posedge clk_i) begin
    if (read_i) begin
      row_o <= memory_q[row_i];
    end
    if (fill_i) begin
      memory_q[row_i] <= data_i;
    end else if (record_i) begin
      memory_q[row_i][{entry_i, 1'b0} +: 2] <= bits_i;
    end
  end

endmodule
`default_nettype wire
