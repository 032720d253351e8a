// The renaming table of an SM (Jeon2015, section 7.1): which physical register holds an architected
// one, in four banks, so that the operands of an instruction look theirs up at once.
//
// Entries     a multiple of 4, up to 3072. Entry e is row e / 4 of bank e % 4, and bit e of
//             mapped_entries_o; the bits of entries that do not exist are zero.
// Accesses    lane b reads row access_rows_i[16*b +: 16] of bank b when bit b of access_valid_i is
//             set; with bit b of access_release_i the entry holds no mapping any more.
// Mappings    lane b writes the lower ten bits of map_registers_i[16*b +: 16] to row
//             map_rows_i[16*b +: 16] of bank b; its upper six do not matter.
// Answers     lane b: bit b of answer_valid_o is set when there was an access, bit b of
//             answer_mapped_o when it found a mapping, and bits [16*b +: 16] of answer_registers_o
//             are the register, zero when it found none.
// Latency     inputs are sampled at a rising edge; an access sees the table as it was before that
//             edge, and is answered behind it. mapped_entries_o are the flip-flops behind it.
// Reset       asynchronous; nothing is mapped, all outputs are zero.
//
//   of one entry in one cycle       it holds behind the edge
//   nothing, or read                what it held
//   released                        no mapping
//   mapped, released or not         the new mapping
//   row that the bank has not       there is none: not mapped, and nothing changes
`include "rtl_ref/assertions.svh"
`default_nettype none

module renaming_table #(
  parameter int unsigned Entries = 820,
  localparam int unsigned Banks = 4,
  localparam int unsigned MostEntries = 3072,
  localparam int unsigned Rows = Entries / Banks
) (
  input  wire logic                   clk_i,
  input  wire logic                   rst_ni,
  input  wire logic [Banks-1:0]       access_valid_i,
  input  wire logic [Banks-1:0]       access_release_i,
  input  wire logic [16*Banks-1:0]    access_rows_i,
  input  wire logic [Banks-1:0]       map_valid_i,
  input  wire logic [16*Banks-1:0]    map_rows_i,
  input  wire logic [16*Banks-1:0]    map_registers_i,
  output logic      [Banks-1:0]       answer_valid_o,
  output logic      [Banks-1:0]       answer_mapped_o,
  output logic      [16*Banks-1:0]    answer_registers_o,
  output logic      [MostEntries-1:0] mapped_entries_o
);

  if (Entries < Banks || Entries > MostEntries || Entries % Banks != 0) begin : gen_check_entries
    $error("renaming_table: Entries must be 4 to 3072, a multiple of 4");
  end

  logic [Banks-1:0] valid_d, valid_q;
  assign valid_d = access_valid_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
    end else begin
      valid_q <= valid_d;
    end
  end
  assign answer_valid_o = valid_q;

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    logic [Rows-1:0] mapped;
    logic [9:0] register;

    renaming_bank #(
      .Rows(Rows)
    ) u_bank (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .access_i(access_valid_i[b]),
      .release_i(access_release_i[b]),
      .access_row_i(access_rows_i[16*b +: 16]),
      .map_i(map_valid_i[b]),
      .map_row_i(map_rows_i[16*b +: 16]),
      .map_register_i(map_registers_i[16*b +: 10]),
      .mapped_o(answer_mapped_o[b]),
      .register_o(register),
      .rows_o(mapped)
    );

    assign answer_registers_o[16*b +: 16] = 16'(register);
    for (genvar r = 0; r < Rows; r++) begin : gen_row
      assign mapped_entries_o[Banks*r+b] = mapped[r];
    end

    logic unused_register_bits;
    assign unused_register_bits = ^map_registers_i[16*b+10 +: 6];
  end

  if (Entries < MostEntries) begin : gen_absent
    assign mapped_entries_o[MostEntries-1:Entries] = '0;
  end

  `HEDDLE_ASSERT(FoundByAnAccess, (answer_mapped_o & ~answer_valid_o) == '0)
  `HEDDLE_ASSERT_NEXT(NothingIsFoundInAnEmptyTable, mapped_entries_o == '0, answer_mapped_o == '0)

endmodule
`default_nettype wire
