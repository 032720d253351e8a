// SPDX-License-Identifier: Apache-2.0
// The arbiter of the register file's banks (Lee2015, section 2.1): each bank has one read and one
// write port, so reads and writes are arbitrated apart, each by the rule of bank_port_arbiter.
//
// Requests    bit i of req_*_pending_i and bits [Banks*i +: Banks] of req_*_banks_i are requester
//             i's. It keeps them until it sees its grant, and may withdraw or replace them in that
//             cycle, in which it is not considered. One without banks conflicts with no other.
// Latency     inputs are sampled at a rising edge; grant_* show the decision after it.
// Reset       asynchronous; no grants or conflicts, the rotations start at requester 0.
`include "rtl_ref/assertions.svh"
`default_nettype none

module bank_arbiter #(
  parameter int unsigned ReadRequesters = 32,
  parameter int unsigned WriteRequesters = 8,
  parameter int unsigned Banks = 32
) (
  input  wire logic                             clk_i,
  input  wire logic                             rst_ni,
  input  wire logic [ReadRequesters-1:0]        req_read_pending_i,
  input  wire logic [ReadRequesters*Banks-1:0]  req_read_banks_i,
  input  wire logic [WriteRequesters-1:0]       req_write_pending_i,
  input  wire logic [WriteRequesters*Banks-1:0] req_write_banks_i,
  output logic      [ReadRequesters-1:0]        grant_reads_o,
  output logic      [ReadRequesters-1:0]        grant_read_conflicts_o,
  output logic      [WriteRequesters-1:0]       grant_writes_o,
  output logic      [WriteRequesters-1:0]       grant_write_conflicts_o
);

  bank_port_arbiter #(
    .Requesters(ReadRequesters),
    .Banks(Banks)
  ) u_read (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .pending_i(req_read_pending_i),
    .banks_i(req_read_banks_i),
    .grants_o(grant_reads_o),
    .conflicts_o(grant_read_conflicts_o)
  );

  bank_port_arbiter #(
    .Requesters(WriteRequesters),
    .Banks(Banks)
  ) u_write (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .pending_i(req_write_pending_i),
    .banks_i(req_write_banks_i),
    .grants_o(grant_writes_o),
    .conflicts_o(grant_write_conflicts_o)
  );

endmodule
`default_nettype wire
