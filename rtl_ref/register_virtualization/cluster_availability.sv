// SPDX-License-Identifier: Apache-2.0
// Which rows of one cluster of the register file are free, and two requests for one a cycle
// (Jeon2015, section 7.1: the availability vector of a register bank).
//
// Requests    bit k of request_i and granted_o, and bits [8*k +: 8] of rows_o, are request k. Both
//             take the row that lowest_free_row finds, request 1 the one that it finds without
//             request 0's. A row is zero when none was granted.
// Freed       rows of freed_i are free behind the edge, whatever they were.
// Reserve     with reserve_i the rows of unreserved_i are free, and no others; no request and no
//             freed row counts with it.
// Latency     inputs are sampled at a rising edge; granted_o and rows_o show the answer behind it.
// Reset       asynchronous; all rows are free, nothing is granted.
`include "rtl_ref/assertions.svh"
`default_nettype none

module cluster_availability #(
  parameter int unsigned Rows = 256,
  parameter int unsigned RowsPerSubarray = 64
) (
  input  wire logic            clk_i,
  input  wire logic            rst_ni,
  input  wire logic [1:0]      request_i,
  input  wire logic [Rows-1:0] freed_i,
  input  wire logic [15:0]     powered_i,
  input  wire logic            reserve_i,
  input  wire logic [Rows-1:0] unreserved_i,
  output logic      [1:0]      granted_o,
  output logic      [15:0]     rows_o
);

  logic [Rows-1:0] free_d, free_q, left, first, second;
  logic [1:0] found, granted_d, granted_q;
  logic [15:0] rows, rows_d, rows_q;

  lowest_free_row #(
    .Rows(Rows),
    .RowsPerSubarray(RowsPerSubarray)
  ) u_first (
    .free_i(free_q),
    .powered_i(powered_i),
    .found_o(found[0]),
    .row_o(rows[7:0]),
    .taken_o(first)
  );

  assign left = free_q & ~(first & {Rows{request_i[0]}});

  lowest_free_row #(
    .Rows(Rows),
    .RowsPerSubarray(RowsPerSubarray)
  ) u_second (
    .free_i(left),
    .powered_i(powered_i),
    .found_o(found[1]),
    .row_o(rows[15:8]),
    .taken_o(second)
  );

  always_comb begin
    granted_d = request_i & found & {2{!reserve_i}};
    rows_d = rows & {{8{granted_d[1]}}, {8{granted_d[0]}}};
    if (reserve_i) begin
      free_d = unreserved_i;
    end else begin
      free_d = (left & ~(second & {Rows{request_i[1]}})) | freed_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      free_q <= '1;
      granted_q <= '0;
      rows_q <= '0;
    end else begin
      free_q <= free_d;
      granted_q <= granted_d;
      rows_q <= rows_d;
    end
  end

  assign granted_o = granted_q;
  assign rows_o = rows_q;

  `HEDDLE_ASSERT(TwoAnswersDiffer, granted_o != 2'b11 || rows_o[15:8] != rows_o[7:0])

endmodule
`default_nettype wire
