// SPDX-License-Identifier: Apache-2.0
// Finds a free row of a cluster: the lowest of those in powered subarrays, or the lowest of all when
// none of those is free. Combinational.
//
// Rows        bit r of free_i and of taken_o is row r; bit s of powered_i is rows
//             s*RowsPerSubarray and those that follow. taken_o has the found row's bit alone.
// Groups      rows are looked at by groups of 16, which lie in one subarray each: first which
//             group, then which row of it.
//
//   a row of a powered subarray is free   another one is free   found_o   row_o, taken_o
//   yes                                   -                     1         the lowest such row
//   no                                    yes                   1         the lowest free row
//   no                                    no                    0         zero
`default_nettype none

module lowest_free_row #(
  parameter int unsigned Rows = 256,
  parameter int unsigned RowsPerSubarray = 64,
  localparam int unsigned Group = 16,
  localparam int unsigned Groups = (Rows + Group - 1) / Group
) (
  input  wire logic [Rows-1:0] free_i,
  input  wire logic [15:0]     powered_i,
  output logic                 found_o,
  output logic      [7:0]      row_o,
  output logic      [Rows-1:0] taken_o
);

  logic [Groups*Group-1:0] rows, taken;
  logic [Groups-1:0] any, any_powered, candidates, group;
  logic [Group-1:0] chosen, lowest;

  assign rows = (Groups*Group)'(free_i);
  for (genvar g = 0; g < Groups; g++) begin : gen_group
    assign any[g] = rows[Group*g +: Group] != '0;
    assign any_powered[g] = any[g] && powered_i[Group*g/RowsPerSubarray];
    assign taken[Group*g +: Group] = lowest & {Group{group[g]}};
  end

  always_comb begin
    candidates = (any_powered != '0) ? any_powered : any;
    group = candidates & (~candidates + Groups'(1));
    chosen = '0;
    for (int unsigned g = 0; g < Groups; g++) begin
      chosen = chosen | (rows[Group*g +: Group] & {Group{group[g]}});
    end
    lowest = chosen & (~chosen + Group'(1));
    row_o = '0;
    for (int unsigned g = 0; g < Groups; g++) begin
      row_o[7:4] = row_o[7:4] | (4'(g) & {4{group[g]}});
    end
    for (int unsigned r = 0; r < Group; r++) begin
      row_o[3:0] = row_o[3:0] | (4'(r) & {4{lowest[r]}});
    end
  end

  assign found_o = any != '0;
  assign taken_o = taken[Rows-1:0];

  // Subarrays that there are no rows of; rows that fill up the last group are never free.
  logic unused_beyond;
  assign unused_beyond = ^{powered_i, taken};

endmodule
`default_nettype wire
