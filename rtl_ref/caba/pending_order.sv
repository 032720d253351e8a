// SPDX-License-Identifier: Apache-2.0
// In which order lines have come, and of two sets of them the oldest of each.
//
// Function    youngest_i: this entry has a new line, at most one bit. Behind the edge all others are older.
//             first_o is the oldest one of first_i, second_o of second_i; none where that is empty.
// Latency     none: outputs follow from what came at earlier edges, and from first_i and second_i.
// Reset       asynchronous; entries of lower numbers are older.
`default_nettype none

module pending_order #(
  parameter int unsigned Entries = 8
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [Entries-1:0] youngest_i,
  input  wire logic [Entries-1:0] first_i,
  input  wire logic [Entries-1:0] second_i,
  output logic      [Entries-1:0] first_o,
  output logic      [Entries-1:0] second_o
);

  // Bit Entries*a + b: b is older than a. Of each pair one bit is kept, the other one is its inverse.
  logic [Entries*Entries-1:0] older;

  if (Entries == 1) begin : gen_one
    logic unused_inputs;
    assign unused_inputs = ^{clk_i, rst_ni, youngest_i};
  end

  for (genvar a = 0; a < Entries; a++) begin : gen_entry
    assign older[Entries*a+a] = 1'b0;
    for (genvar b = a + 1; b < Entries; b++) begin : gen_pair
      logic older_q;  // b is older than a
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          older_q <= 1'b0;
        end else begin
          older_q <= (older_q || youngest_i[a]) && !youngest_i[b];
        end
      end
      assign older[Entries*a+b] = older_q;
      assign older[Entries*b+a] = !older_q;
    end
    assign first_o[a] = first_i[a] && (first_i & older[Entries*a +: Entries]) == '0;
    assign second_o[a] = second_i[a] && (second_i & older[Entries*a +: Entries]) == '0;
  end

endmodule
`default_nettype wire
