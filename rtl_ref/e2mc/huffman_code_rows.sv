// SPDX-License-Identifier: Apache-2.0
// One way of a Huffman compressor's look-up table (c-LUT): a memory with a registered read port and a write
// port, to be replaced by a macro where there is one.
//
// Latency     inputs are sampled at a rising edge; row_o is the row that was read last, as it was before
//             the edge that read it.
`default_nettype none

module huffman_code_rows #(
  parameter int unsigned Rows = 128,
  parameter int unsigned Width = 34,
  localparam int unsigned RowBits = $clog2(Rows)
) (
  input  wire logic               clk_i,
  input  wire logic               read_i,
  input  wire logic [RowBits-1:0] read_row_i,
  input  wire logic               write_i,
  input  wire logic [RowBits-1:0] write_row_i,
  input  wire logic [Width-1:0]   write_data_i,
  output logic      [Width-1:0]   row_o
);

  logic [Width-1:0] memory_q [0:Rows-1];

  always_ff @(posedge clk_i) begin
    if (read_i) begin
      row_o <= memory_q[read_row_i];
    end
    if (write_i) begin
      memory_q[write_row_i] <= write_data_i;
    end
  end

endmodule
`default_nettype wire
