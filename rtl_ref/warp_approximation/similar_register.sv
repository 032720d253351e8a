// SPDX-License-Identifier: Apache-2.0
// What is known of one register: of its values in the lanes of each path of its warp.
//
// An entry    is a byte: bit 7 similar, bit 6 stored as a scalar, bit 5 zero, bits 4 to 0 d. That
//             of path p is entries_o[8*p +: 8].
// Updates     update w writes path p when bit Paths*w+p of write_i is set, and no other update does
//             at once; the entry is entries_i[8*w +: 8], of which bit 5 does not matter.
// Change      acts behind the updates: copy_first_i gives path 1 the entry of path 0, copy_second_i
//             path 0 that of path 1, clear_i makes both zero; at most one of them is set.
// Latency     inputs are sampled at a rising edge; entries_o are the flip-flops behind it.
// Reset       asynchronous; nothing is known: both entries are zero.
`default_nettype none

module similar_register #(
  parameter int unsigned Updates = 4,
  localparam int unsigned Paths = 2,
  localparam int unsigned Bits = 7
) (
  input  wire logic                     clk_i,
  input  wire logic                     rst_ni,
  input  wire logic [Paths*Updates-1:0] write_i,
  input  wire logic [8*Updates-1:0]     entries_i,
  input  wire logic                     copy_first_i,
  input  wire logic                     copy_second_i,
  input  wire logic                     clear_i,
  output logic      [8*Paths-1:0]       entries_o
);

  // Without bit 5.
  logic [Bits-1:0] first_d, first_q, second_d, second_q, entry, first_updated, second_updated;
  logic writes_first, writes_second;

  always_comb begin
    entry = '0;
    first_updated = '0;
    second_updated = '0;
    writes_first = 1'b0;
    writes_second = 1'b0;
    for (int unsigned w = 0; w < Updates; w++) begin
      entry = {entries_i[8*w+6 +: 2], entries_i[8*w +: 5]};
      first_updated = first_updated | (entry & {Bits{write_i[Paths*w]}});
      second_updated = second_updated | (entry & {Bits{write_i[Paths*w+1]}});
      writes_first = writes_first || write_i[Paths*w];
      writes_second = writes_second || write_i[Paths*w+1];
    end
    first_updated = first_updated | (first_q & {Bits{!writes_first}});
    second_updated = second_updated | (second_q & {Bits{!writes_second}});
  end

  always_comb begin
    first_d = (copy_second_i ? second_updated : first_updated) & {Bits{!clear_i}};
    second_d = (copy_first_i ? first_updated : second_updated) & {Bits{!clear_i}};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= '0;
      second_q <= '0;
    end else begin
      first_q <= first_d;
      second_q <= second_d;
    end
  end

  assign entries_o = {second_q[6:5], 1'b0, second_q[4:0], first_q[6:5], 1'b0, first_q[4:0]};

  logic unused_bits;
  assign unused_bits = ^entries_i;

endmodule
`default_nettype wire
