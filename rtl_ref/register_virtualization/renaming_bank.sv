// SPDX-License-Identifier: Apache-2.0
// A bank of the renaming table: a register number and a valid bit a row.
//
// Function    an access of a port reads a row; that of the last port, with release_i, ends its
//             mapping. Mappings write a row each, behind the release of their cycle, the higher one
//             last. Rows that do not exist are not mapped.
// Latency     inputs are sampled at a rising edge; mapped_o and registers_o answer the accesses behind
//             it, by what was there before; rows_o are the valid bits behind it.
// Reset       asynchronous; nothing is mapped. The numbers are kept, and none sees them.
`default_nettype none

module renaming_bank #(
  parameter int unsigned Rows = 205,
  parameter int unsigned Reads = 4,
  parameter int unsigned Writes = 2,
  localparam int unsigned RowBits = (Rows < 2) ? 1 : $clog2(Rows)
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,
  input  wire logic [Reads-1:0]     access_i,
  input  wire logic                 release_i,
  input  wire logic [16*Reads-1:0]  access_rows_i,
  input  wire logic [Writes-1:0]    map_i,
  input  wire logic [16*Writes-1:0] map_rows_i,
  input  wire logic [10*Writes-1:0] map_registers_i,
  output logic      [Reads-1:0]     mapped_o,
  output logic      [10*Reads-1:0]  registers_o,  // zero when nothing is mapped
  output logic      [Rows-1:0]      rows_o
);

  // One-hot by port; a row that does not exist has no bit in them.
  logic [Reads-1:0] accesses;
  logic [Writes-1:0] maps;
  logic [Rows*Reads-1:0] accessed;
  logic [Rows-1:0] written;
  logic [RowBits*Reads-1:0] read_rows;
  logic [RowBits*Writes-1:0] write_rows;
  always_comb begin
    written = '0;
    for (int unsigned p = 0; p < Reads; p++) begin
      accesses[p] = access_i[p] && access_rows_i[16*p+RowBits +: 16-RowBits] == '0;
      read_rows[RowBits*p +: RowBits] = access_rows_i[16*p +: RowBits];
      accessed[Rows*p +: Rows] = Rows'(accesses[p]) << read_rows[RowBits*p +: RowBits];
    end
    for (int unsigned w = 0; w < Writes; w++) begin
      maps[w] = map_i[w] && map_rows_i[16*w+RowBits +: 16-RowBits] == '0;
      write_rows[RowBits*w +: RowBits] = map_rows_i[16*w +: RowBits];
      written = written | (Rows'(maps[w]) << write_rows[RowBits*w +: RowBits]);
    end
  end

  logic [Reads-1:0] found_d, found_q;
  logic [Rows-1:0] valid_d, valid_q;

  always_comb begin
    for (int unsigned p = 0; p < Reads; p++) begin
      found_d[p] = (accessed[Rows*p +: Rows] & valid_q) != '0;
    end
    valid_d = (valid_q & ~(accessed[Rows*(Reads-1) +: Rows] & {Rows{release_i}})) | written;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      found_q <= '0;
      valid_q <= '0;
    end else begin
      found_q <= found_d;
      valid_q <= valid_d;
    end
  end

  logic [10*Reads-1:0] read;
  renaming_memory #(
    .Rows(Rows),
    .Reads(Reads),
    .Writes(Writes)
  ) u_memory (
    .clk_i(clk_i),
    .read_i(accesses),
    .read_rows_i(read_rows),
    .write_i(maps),
    .write_rows_i(write_rows),
    .write_registers_i(map_registers_i),
    .registers_o(read)
  );

  assign mapped_o = found_q;
  for (genvar p = 0; p < Reads; p++) begin : gen_port
    assign registers_o[10*p +: 10] = read[10*p +: 10] & {10{found_q[p]}};
  end
  assign rows_o = valid_q;

endmodule
`default_nettype wire
