// What an instruction asks for in a cycle: one lookup and one new register a bank of the renaming
// table, where an older instruction does not.
//
// Registers   bit k of registers_i is register k, still to be asked for, the sources first. Register
//             k has entry k of entries_i, its bank in the two lower bits; bit d of fresh_i says that
//             destination d is to be given a register, all others are looked up.
// Questions   lane b is bank b: the lowest such register whose entry lies there, its number and row;
//             zero where there is none. rest_o is registers_i without those that are asked for.
// Latency     none, combinational.
`default_nettype none

module rename_head #(
  parameter int unsigned Sources = 6,
  parameter int unsigned Destinations = 4,
  parameter int unsigned RowBits = 10,
  localparam int unsigned Banks = 4,
  localparam int unsigned Registers = Sources + Destinations,
  localparam int unsigned EntryBits = RowBits + 2
) (
  input  wire logic [Registers-1:0]           registers_i,
  input  wire logic [Destinations-1:0]        fresh_i,
  input  wire logic [EntryBits*Registers-1:0] entries_i,
  input  wire logic [Banks-1:0]               looked_up_i,  // by an older instruction
  input  wire logic [Banks-1:0]               allocated_i,
  output logic      [Banks-1:0]               lookup_valid_o,
  output logic      [4*Banks-1:0]             lookup_numbers_o,
  output logic      [RowBits*Banks-1:0]       lookup_rows_o,
  output logic      [Banks-1:0]               allocate_valid_o,
  output logic      [2*Banks-1:0]             allocate_destinations_o,
  output logic      [RowBits*Banks-1:0]       allocate_rows_o,
  output logic      [Registers-1:0]           rest_o
);

  logic [Registers-1:0] allocates, lookups;
  assign allocates = registers_i & {fresh_i, {Sources{1'b0}}};
  assign lookups = registers_i & ~{fresh_i, {Sources{1'b0}}};

  always_comb begin
    lookup_valid_o = '0;
    lookup_numbers_o = '0;
    lookup_rows_o = '0;
    allocate_valid_o = '0;
    allocate_destinations_o = '0;
    allocate_rows_o = '0;
    rest_o = registers_i;
    for (int unsigned b = 0; b < Banks; b++) begin
      for (int unsigned k = 0; k < Registers; k++) begin
        if (lookups[k] && entries_i[EntryBits*k +: 2] == 2'(b) && !looked_up_i[b] &&
            !lookup_valid_o[b]) begin
          lookup_valid_o[b] = 1'b1;
          lookup_numbers_o[4*b +: 4] = 4'(k);
          lookup_rows_o[RowBits*b +: RowBits] = entries_i[EntryBits*k+2 +: RowBits];
          rest_o[k] = 1'b0;
        end
      end
      for (int unsigned k = Sources; k < Registers; k++) begin
        if (allocates[k] && entries_i[EntryBits*k +: 2] == 2'(b) && !allocated_i[b] &&
            !allocate_valid_o[b]) begin
          allocate_valid_o[b] = 1'b1;
          allocate_destinations_o[2*b +: 2] = 2'(k - Sources);
          allocate_rows_o[RowBits*b +: RowBits] = entries_i[EntryBits*k+2 +: RowBits];
          rest_o[k] = 1'b0;
        end
      end
    end
  end

endmodule
`default_nettype wire
