// SPDX-License-Identifier: Apache-2.0
// Gives free physical registers away (Jeon2015, sections 7.1 and 8.2): a vector of availability bits
// for each cluster of the register file (the paper's register bank).
//
// Registers   register r is row r / 4 of cluster r % 4; subarray s of a cluster is its rows
//             s*RowsPerSubarray and those that follow, powered by bit 16*c+s of power_powered_i.
// Requests    bit 2*c+k of request_valid_i and of grant_valid_o, and bits [16*(2*c+k) +: 16] of
//             grant_registers_o, are request k of cluster c. Of a cluster's two the lower is served
//             first. Each gets the lowest free row of the powered subarrays, or of all when none
//             of those has one.
// Freed       port p: freed_valid_i[p], bits [16*p +: 16] of freed_registers_i. It can be given away
//             at the next edge, also when it was free and is given away at this one. Registers that
//             the file does not have are ignored.
// Fixed       with fixed_valid_i the registers below fixed_count_i are not free, all others are.
//             Requests and freed registers of that cycle do not count.
// Latency     inputs are sampled at a rising edge; grant_* show the answer behind it.
// Reset       asynchronous; all registers are free, nothing is granted.
//
//   request   registers left in its cluster     grant_valid_o   grant_registers_o
//   0         -                                 0               0
//   1         none                              0               0
//   1         some                              1               one of them, free no more
`include "rtl_ref/assertions.svh"
`default_nettype none

module register_allocator #(
  parameter int unsigned Registers = 1024,
  parameter int unsigned RowsPerSubarray = 64,
  localparam int unsigned Clusters = 4,
  localparam int unsigned Ports = 4,
  localparam int unsigned Requests = 2 * Clusters,
  localparam int unsigned Rows = Registers / Clusters
) (
  input  wire logic                   clk_i,
  input  wire logic                   rst_ni,
  input  wire logic [Requests-1:0]    request_valid_i,
  input  wire logic [Ports-1:0]       freed_valid_i,
  input  wire logic [16*Ports-1:0]    freed_registers_i,
  input  wire logic [16*Clusters-1:0] power_powered_i,
  input  wire logic [15:0]            fixed_count_i,
  input  wire logic                   fixed_valid_i,
  output logic      [Requests-1:0]    grant_valid_o,
  output logic      [16*Requests-1:0] grant_registers_o
);

  if (Registers < 64 || Registers > 1024 || Registers % 4 != 0) begin : gen_check_registers
    $error("register_allocator: Registers must be 64 to 1024, a multiple of 4");
  end
  if (RowsPerSubarray != 16 && RowsPerSubarray != 32 && RowsPerSubarray != 64 &&
      RowsPerSubarray != 128 && RowsPerSubarray != 256) begin : gen_check_rows
    $error("register_allocator: RowsPerSubarray must be 16, 32, 64, 128 or 256");
  end

  // One decoder a port, which all clusters share. A row beyond the last is shifted out.
  logic [Rows*Ports-1:0] rows;
  always_comb begin
    for (int unsigned p = 0; p < Ports; p++) begin
      rows[Rows*p +: Rows] =
          Rows'(freed_valid_i[p] && freed_registers_i[16*p+10 +: 6] == '0) <<
          freed_registers_i[16*p+2 +: 8];
    end
  end

  for (genvar c = 0; c < Clusters; c++) begin : gen_cluster
    logic [Rows-1:0] freed, unreserved;
    logic [16:0] bound;  // the cluster's first row that is not reserved, times four and some more
    logic [15:0] found;

    always_comb begin
      freed = '0;
      for (int unsigned p = 0; p < Ports; p++) begin
        freed = freed | (rows[Rows*p +: Rows] & {Rows{freed_registers_i[16*p +: 2] == 2'(c)}});
      end
      bound = 17'(fixed_count_i) + 17'(Clusters - 1 - c);
      unreserved = (bound[16:10] == '0) ? {Rows{1'b1}} << bound[9:2] : '0;
    end

    cluster_availability #(
      .Rows(Rows),
      .RowsPerSubarray(RowsPerSubarray)
    ) u_availability (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .request_i(request_valid_i[2*c +: 2]),
      .freed_i(freed),
      .powered_i(power_powered_i[16*c +: 16]),
      .reserve_i(fixed_valid_i),
      .unreserved_i(unreserved),
      .granted_o(grant_valid_o[2*c +: 2]),
      .rows_o(found)
    );

    for (genvar k = 0; k < 2; k++) begin : gen_request
      assign grant_registers_o[16*(2*c+k) +: 16] =
          {6'b0, found[8*k +: 8], 2'(c) & {2{grant_valid_o[2*c+k]}}};
      `HEDDLE_ASSERT(GrantedRegisterExists,
                     grant_registers_o[16*(2*c+k) +: 16] < 16'(Registers))
    end

    logic unused_bound;
    assign unused_bound = ^bound[1:0];
  end

endmodule
`default_nettype wire
