// SPDX-License-Identifier: Apache-2.0
// What an instruction asks for in a cycle: Picks lookups and one new register a bank of the renaming
// table, where an older instruction does not.
//
// Registers   bit k of registers_i is register k, still to be asked for, the sources first. Register
//             k has entry k of entries_i, its bank in the two lower bits; bit d of fresh_i says that
//             destination d is to be given a register, all others are looked up.
// Questions   lane 4*p+b is the p-th lookup of bank b: the lowest such register whose entry lies there
//             and that no lane before has, its number and row; zero where there is none. Lane b of
//             allocate_* likewise. rest_o is registers_i without those that are asked for.
// Latency     none, combinational.
`default_nettype none

module rename_head #(
  parameter int unsigned Sources = 6,
  parameter int unsigned Destinations = 4,
  parameter int unsigned RowBits = 10,
  parameter int unsigned Picks = 1,
  localparam int unsigned Banks = 4,
  localparam int unsigned Lanes = Banks * Picks,
  localparam int unsigned Registers = Sources + Destinations,
  localparam int unsigned EntryBits = RowBits + 2
) (
  input  wire logic [Registers-1:0]           registers_i,
  input  wire logic [Destinations-1:0]        fresh_i,
  input  wire logic [EntryBits*Registers-1:0] entries_i,
  input  wire logic [Banks-1:0]               looked_up_i,  // in the first lanes, by an older one
  input  wire logic [Banks-1:0]               allocated_i,
  output logic      [Lanes-1:0]               lookup_valid_o,
  output logic      [4*Lanes-1:0]             lookup_numbers_o,
  output logic      [RowBits*Lanes-1:0]       lookup_rows_o,
  output logic      [Banks-1:0]               allocate_valid_o,
  output logic      [2*Banks-1:0]             allocate_destinations_o,
  output logic      [RowBits*Banks-1:0]       allocate_rows_o,
  output logic      [Registers-1:0]           rest_o
);

  logic [Registers-1:0] allocates, lookups;
  assign allocates = registers_i & {fresh_i, {Sources{1'b0}}};
  assign lookups = registers_i & ~{fresh_i, {Sources{1'b0}}};

  // Those that no lane before has.
  logic [Registers*(Picks+1)-1:0] open;
  always_comb begin
    lookup_valid_o = '0;
    lookup_numbers_o = '0;
    lookup_rows_o = '0;
    open = '0;
    open[0 +: Registers] = lookups;
    for (int unsigned p = 0; p < Picks; p++) begin
      open[Registers*(p+1) +: Registers] = open[Registers*p +: Registers];
      for (int unsigned b = 0; b < Banks; b++) begin
        for (int unsigned k = 0; k < Registers; k++) begin
          if (open[Registers*p+k] && entries_i[EntryBits*k +: 2] == 2'(b) &&
              !(p == 0 && looked_up_i[b]) && !lookup_valid_o[Banks*p+b]) begin
            lookup_valid_o[Banks*p+b] = 1'b1;
            lookup_numbers_o[4*(Banks*p+b) +: 4] = 4'(k);
            lookup_rows_o[RowBits*(Banks*p+b) +: RowBits] = entries_i[EntryBits*k+2 +: RowBits];
            open[Registers*(p+1)+k] = 1'b0;
          end
        end
      end
    end
  end

  logic [Registers-1:0] allocates_rest;
  always_comb begin
    allocate_valid_o = '0;
    allocate_destinations_o = '0;
    allocate_rows_o = '0;
    allocates_rest = allocates;
    for (int unsigned b = 0; b < Banks; b++) begin
      for (int unsigned k = Sources; k < Registers; k++) begin
        if (allocates[k] && entries_i[EntryBits*k +: 2] == 2'(b) && !allocated_i[b] &&
            !allocate_valid_o[b]) begin
          allocate_valid_o[b] = 1'b1;
          allocate_destinations_o[2*b +: 2] = 2'(k - Sources);
          allocate_rows_o[RowBits*b +: RowBits] = entries_i[EntryBits*k+2 +: RowBits];
          allocates_rest[k] = 1'b0;
        end
      end
    end
  end
  assign rest_o = open[Registers*Picks +: Registers] | allocates_rest;

endmodule
`default_nettype wire
