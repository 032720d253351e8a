// SPDX-License-Identifier: Apache-2.0
// The flags of a release flag latch as they were loaded: a memory with a read port whose row is
// registered and a write port, to be replaced by a macro where there is one.
//
// Latency     inputs are sampled at a rising edge; flags_o is the row that was read last, with what
//             was written at the same edge or since. Rows that do not exist read anything, and what
//             is written there is lost.
`default_nettype none

module release_flag_memory #(
  parameter int unsigned Rows = 48,
  localparam int unsigned Flags = 54,
  localparam int unsigned RowBits = Rows > 1 ? $clog2(Rows) : 1
) (
  input  wire logic               clk_i,
  input  wire logic               read_i,
  input  wire logic [RowBits-1:0] read_row_i,
  input  wire logic               write_i,
  input  wire logic [RowBits-1:0] write_row_i,
  input  wire logic [Flags-1:0]   write_flags_i,
  output logic      [Flags-1:0]   flags_o
);

  logic [Flags-1:0] memory_q [0:Rows-1];
  logic [RowBits-1:0] row_q;

  always_ff @(posedge clk_i) begin
    if (read_i) begin
      row_q <= read_row_i;
    end
    if (write_i) begin
      memory_q[write_row_i] <= write_flags_i;
    end
  end

  assign flags_o = memory_q[row_q];

endmodule
`default_nettype wire
