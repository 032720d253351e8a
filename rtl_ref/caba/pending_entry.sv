// SPDX-License-Identifier: Apache-2.0
// One line of which bytes are pending.
//
// Function    allocate_i: the line line_i comes, with the bytes bytes_i; merge_i: these bytes are stored, too;
//             leave_i: it begins to leave, or goes on to; age_i: it has seen a release of those that are old;
//             take_i: it is gone. Of allocate_i, merge_i and take_i one is set at most, and leave_i and age_i
//             mean nothing while it is not there.
// Outputs     there_o, leaves_o, aged_o, and while it is there complete_o: all its bytes are stored. filled_o:
//             they would be, with bytes_i; same_o: it is there, and is line_i.
// Reset       asynchronous; it is not there.
`default_nettype none

module pending_entry #(
  parameter int unsigned LineBits = 40,
  parameter int unsigned Bytes = 128
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,
  input  wire logic [LineBits-1:0] line_i,
  input  wire logic [Bytes-1:0]    bytes_i,
  input  wire logic                allocate_i,
  input  wire logic                merge_i,
  input  wire logic                leave_i,
  input  wire logic                age_i,
  input  wire logic                take_i,
  output logic                     there_o,
  output logic                     leaves_o,
  output logic                     aged_o,
  output logic                     complete_o,
  output logic                     filled_o,
  output logic                     same_o,
  output logic      [LineBits-1:0] line_o,
  output logic      [Bytes-1:0]    bytes_o
);

  logic there_q, leaves_q, aged_q;
  logic [LineBits-1:0] line_q;
  logic [Bytes-1:0] bytes_q, more;

  // Those of a line that is not there are zero.
  assign more = bytes_q | bytes_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {there_q, leaves_q, aged_q, line_q, bytes_q} <= '0;
    end else begin
      there_q <= (there_q && !take_i) || allocate_i;
      leaves_q <= there_q && leave_i && !take_i;
      aged_q <= there_q && (aged_q || age_i);
      if (allocate_i) begin
        line_q <= line_i;
      end
      if (take_i) begin
        bytes_q <= '0;
      end else if (allocate_i || merge_i) begin
        bytes_q <= more;
      end
    end
  end

  assign there_o = there_q;
  assign leaves_o = leaves_q;
  assign aged_o = aged_q;
  assign complete_o = bytes_q == '1;
  assign filled_o = more == '1;
  assign same_o = there_q && line_q == line_i;
  assign line_o = line_q;
  assign bytes_o = bytes_q;

endmodule
`default_nettype wire
