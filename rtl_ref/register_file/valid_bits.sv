// SPDX-License-Identifier: Apache-2.0
// The valid bits of one bank's entries, and which of its power domains hold a valid one.
//
// Function    Entries outside of keep_i become invalid; then entry_i, with write_i, becomes valid.
// Latency     inputs are sampled at a rising edge; holding_o shows the state that will follow it.
// Reset       asynchronous; nothing is valid.
`default_nettype none

module valid_bits #(
  parameter int unsigned RowsPerDomain = 256,
  localparam int unsigned Entries = 256,
  localparam int unsigned Groups = Entries / RowsPerDomain
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [Entries-1:0] keep_i,
  input  wire logic               write_i,
  input  wire logic [7:0]         entry_i,
  output logic      [Groups-1:0]  holding_o
);

  // Entry e is column e % 16 of row e / 16; both are decoded apart.
  localparam int unsigned Columns = 16;
  logic [Entries/Columns-1:0] row;
  logic [Columns-1:0] column;
  assign row = (Entries / Columns)'(write_i) << entry_i[7:4];
  assign column = Columns'(1) << entry_i[3:0];

  logic [Entries-1:0] valid_d, valid_q;
  for (genvar r = 0; r < Entries / Columns; r++) begin : gen_row
    assign valid_d[Columns*r +: Columns] =
        (valid_q[Columns*r +: Columns] & keep_i[Columns*r +: Columns]) |
        ({Columns{row[r]}} & column);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
    end else begin
      valid_q <= valid_d;
    end
  end

  for (genvar g = 0; g < Groups; g++) begin : gen_group
    assign holding_o[g] = |valid_d[RowsPerDomain*g +: RowsPerDomain];
  end

endmodule
`default_nettype wire
