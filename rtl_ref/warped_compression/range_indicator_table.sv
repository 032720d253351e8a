// SPDX-License-Identifier: Apache-2.0
// The range indicators of 1024 warp registers (Lee2015, sections 4 and 5): how the banks of each are
// to be read. A vector beside the bank arbiter; a reader selects from it.
//
// Bits        of an indicator: 2, or 3 for the full set of encodings. An indicator is the number of
//             the register's encoding (bdi_compressor); uncompressed is 3. Bit r of indicators_low_o,
//             _high_o and _wide_o are bits 0, 1 and 2 of register r's; _wide_o is zero with two.
// Updates     requester w in bit w of update_valid_i, bits [16*w +: 16] of update_registers_i and
//             [8*w +: 8] of update_encodings_i; of these, bits Bits and up do not matter.
// Clearing    with clear_valid_i registers clear_first_i .. clear_first_i + clear_count_i - 1, a sum
//             that does not wrap, are uncompressed again; none with a count of 0.
// Latency     inputs are sampled at a rising edge; indicators_* are the flip-flops after it.
// Reset       asynchronous; all registers are uncompressed.
//
//   of one register in one cycle      its indicator
//   nothing                           stays
//   cleared                           uncompressed
//   updated, cleared or not           the encoding of the update
//   updated several times             the encoding of the highest requester
//   number of 1024 or more            there is none; a cleared range ends at 1023
`include "rtl_ref/assertions.svh"
`default_nettype none

module range_indicator_table #(
  parameter int unsigned Bits = 2,
  localparam int unsigned Registers = 1024,
  localparam int unsigned Requesters = 8,
  localparam int unsigned Columns = 32,
  localparam int unsigned Rows = Registers / Columns,
  localparam int unsigned IndexBits = $clog2(Registers),
  localparam int unsigned ColumnBits = $clog2(Columns)
) (
  input  wire logic                     clk_i,
  input  wire logic                     rst_ni,
  input  wire logic [Requesters-1:0]    update_valid_i,
  input  wire logic [16*Requesters-1:0] update_registers_i,
  input  wire logic [8*Requesters-1:0]  update_encodings_i,
  input  wire logic [15:0]              clear_first_i,
  input  wire logic [15:0]              clear_count_i,
  input  wire logic                     clear_valid_i,
  output logic      [Registers-1:0]     indicators_low_o,
  output logic      [Registers-1:0]     indicators_high_o,
  output logic      [Registers-1:0]     indicators_wide_o
);

  if (Bits < 2 || Bits > 3) begin : gen_check_bits
    $error("range_indicator_table: Bits must be 2 or 3");
  end

  // Register r is column r % Columns of row r / Columns; what is common to a row or to a column is
  // decoded once.

  // One decoder a requester: its register, when it has one to write, the table has that, and no
  // higher requester writes the same.
  logic [Rows*Requesters-1:0] writes;
  logic [Columns*Requesters-1:0] columns;

  for (genvar w = 0; w < Requesters; w++) begin : gen_decoder
    logic [15:0] number;
    logic heard;
    assign number = update_registers_i[16*w +: 16];
    always_comb begin
      heard = update_valid_i[w] && number[15:IndexBits] == '0;
      for (int unsigned later = w + 1; later < Requesters; later++) begin
        if (update_valid_i[later] && update_registers_i[16*later +: 16] == number) begin
          heard = 1'b0;
        end
      end
    end
    assign writes[Rows*w +: Rows] = Rows'(heard) << number[IndexBits-1:ColumnBits];
    assign columns[Columns*w +: Columns] = Columns'(1) << number[ColumnBits-1:0];
  end

  // The registers to clear: those not below the first, less those after the last. A bound lies in
  // one row, or in none; the rows past that are beyond the bound as a whole.
  logic [16:0] clear_end;
  logic starts, ends;
  logic [Rows-1:0] first_in, first_before, end_in, end_before;
  logic [Columns-1:0] columns_from_first, columns_from_end;

  always_comb begin
    clear_end = {1'b0, clear_first_i} + {1'b0, clear_count_i};
    starts = clear_valid_i && clear_first_i[15:IndexBits] == '0;
    ends = starts && clear_end[16:IndexBits] == '0;
    first_in = Rows'(starts) << clear_first_i[IndexBits-1:ColumnBits];
    first_before = ({Rows{starts}} << clear_first_i[IndexBits-1:ColumnBits]) & ~first_in;
    end_in = Rows'(ends) << clear_end[IndexBits-1:ColumnBits];
    end_before = ({Rows{ends}} << clear_end[IndexBits-1:ColumnBits]) & ~end_in;
    columns_from_first = {Columns{1'b1}} << clear_first_i[ColumnBits-1:0];
    columns_from_end = {Columns{1'b1}} << clear_end[ColumnBits-1:0];
  end

  for (genvar i = 0; i < Rows; i++) begin : gen_row
    logic [Columns-1:0] not_below, behind;
    assign not_below = {Columns{first_before[i]}} | ({Columns{first_in[i]}} & columns_from_first);
    assign behind = {Columns{end_before[i]}} | ({Columns{end_in[i]}} & columns_from_end);

    logic [Requesters-1:0] write;
    for (genvar w = 0; w < Requesters; w++) begin : gen_write
      assign write[w] = writes[Rows*w+i];
    end

    range_indicator_row #(
      .Bits(Bits),
      .Columns(Columns),
      .Requesters(Requesters)
    ) u_row (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .write_i(write),
      .columns_i(columns),
      .encodings_i(update_encodings_i),
      .cleared_i(not_below & ~behind),
      .planes_o({indicators_wide_o[Columns*i +: Columns], indicators_high_o[Columns*i +: Columns],
                 indicators_low_o[Columns*i +: Columns]})
    );
  end

  `HEDDLE_ASSERT_NEXT(AllClearedIsAllUncompressed,
                      clear_valid_i && clear_first_i == '0 && clear_count_i >= 16'(Registers) &&
                      update_valid_i == '0,
                      indicators_low_o == '1 && indicators_high_o == '1 && indicators_wide_o == '0)

endmodule
`default_nettype wire
