// The numbers of a bank of the renaming table: a memory with a registered read port and a write
// port, to be replaced by a macro where there is one.
//
// Latency     inputs are sampled at a rising edge; register_o is the row that was read last, as it
//             was before the edge that read it. Rows that do not exist read anything, and what is
//             written there is lost.
`default_nettype none

module renaming_memory #(
  parameter int unsigned Rows = 205,
  localparam int unsigned RowBits = (Rows < 2) ? 1 : $clog2(Rows)
) (
  input  wire logic               clk_i,
  input  wire logic               read_i,
  input  wire logic [RowBits-1:0] read_row_i,
  input  wire logic               write_i,
  input  wire logic [RowBits-1:0] write_row_i,
  input  wire logic [9:0]         write_register_i,
  output logic      [9:0]         register_o
);

  logic [9:0] memory_q [0:Rows-1];

  always_ff @(posedge clk_i) begin
    if (read_i) begin
      register_o <= memory_q[read_row_i];
    end
    if (write_i) begin
      memory_q[write_row_i] <= write_register_i;
    end
  end

endmodule
`default_nettype wire
