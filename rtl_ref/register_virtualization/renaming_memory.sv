// SPDX-License-Identifier: Apache-2.0
// The numbers of a bank of the renaming table: a memory with registered read ports and write ports,
// to be replaced by a macro where there is one, or by one for each read port.
//
// Latency     inputs are sampled at a rising edge; registers_o has the row that each port read last, as
//             it was before the edge that read it. Rows that do not exist read anything, and what is
//             written there is lost. Of two writes of a row the higher one stays.
`default_nettype none

module renaming_memory #(
  parameter int unsigned Rows = 205,
  parameter int unsigned Reads = 4,
  parameter int unsigned Writes = 2,
  localparam int unsigned RowBits = (Rows < 2) ? 1 : $clog2(Rows)
) (
  input  wire logic                      clk_i,
  input  wire logic [Reads-1:0]          read_i,
  input  wire logic [RowBits*Reads-1:0]  read_rows_i,
  input  wire logic [Writes-1:0]         write_i,
  input  wire logic [RowBits*Writes-1:0] write_rows_i,
  input  wire logic [10*Writes-1:0]      write_registers_i,
  output logic      [10*Reads-1:0]       registers_o
);

  logic [9:0] memory_q [0:Rows-1];

  always_ff @(posedge clk_i) begin
    for (int unsigned p = 0; p < Reads; p++) begin
      if (read_i[p]) begin
        registers_o[10*p +: 10] <= memory_q[read_rows_i[RowBits*p +: RowBits]];
      end
    end
    for (int unsigned w = 0; w < Writes; w++) begin
      if (write_i[w]) begin
        memory_q[write_rows_i[RowBits*w +: RowBits]] <= write_registers_i[10*w +: 10];
      end
    end
  end

endmodule
`default_nettype wire
