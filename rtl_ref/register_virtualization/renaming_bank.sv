// A bank of the renaming table: a register number and a valid bit a row.
//
// Function    an access reads a row, and with release_i ends its mapping; a mapping writes a row,
//             behind the release of its cycle. Rows that do not exist are not mapped.
// Latency     inputs are sampled at a rising edge; mapped_o and register_o answer the access behind
//             it, by what was there before; rows_o are the valid bits behind it.
// Reset       asynchronous; nothing is mapped. The numbers are kept, and none sees them.
`default_nettype none

module renaming_bank #(
  parameter int unsigned Rows = 205,
  localparam int unsigned RowBits = (Rows < 2) ? 1 : $clog2(Rows)
) (
  input  wire logic            clk_i,
  input  wire logic            rst_ni,
  input  wire logic            access_i,
  input  wire logic            release_i,
  input  wire logic [15:0]     access_row_i,
  input  wire logic            map_i,
  input  wire logic [15:0]     map_row_i,
  input  wire logic [9:0]      map_register_i,
  output logic                 mapped_o,
  output logic      [9:0]      register_o,  // zero when nothing is mapped
  output logic      [Rows-1:0] rows_o
);

  // One-hot; a row that does not exist has no bit in them.
  logic accesses, maps;
  logic [Rows-1:0] accessed, written;
  assign accesses = access_i && access_row_i[15:RowBits] == '0;
  assign maps = map_i && map_row_i[15:RowBits] == '0;
  assign accessed = Rows'(accesses) << access_row_i[RowBits-1:0];
  assign written = Rows'(maps) << map_row_i[RowBits-1:0];

  logic found_d, found_q;
  logic [Rows-1:0] valid_d, valid_q;

  always_comb begin
    found_d = (accessed & valid_q) != '0;
    valid_d = (valid_q & ~(accessed & {Rows{release_i}})) | written;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      found_q <= 1'b0;
      valid_q <= '0;
    end else begin
      found_q <= found_d;
      valid_q <= valid_d;
    end
  end

  logic [9:0] read;
  renaming_memory #(
    .Rows(Rows)
  ) u_memory (
    .clk_i(clk_i),
    .read_i(accesses),
    .read_row_i(access_row_i[RowBits-1:0]),
    .write_i(maps),
    .write_row_i(map_row_i[RowBits-1:0]),
    .write_register_i(map_register_i),
    .register_o(read)
  );

  assign mapped_o = found_q;
  assign register_o = read & {10{found_q}};
  assign rows_o = valid_q;

endmodule
`default_nettype wire
