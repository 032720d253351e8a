// SPDX-License-Identifier: Apache-2.0
// In which order the ways of each set were used: for true least-recently-used replacement.
//
// Function    used_i, one-hot or zero: this way of set set_i is used, and all others of the set
//             were used before it. oldest_o: the way of the set that all others were used after;
//             one-hot.
// Storage     a bit for each two ways of a set: the one with the higher number was used later.
// Latency     oldest_o answers in the same cycle, by the order before the edge that samples used_i.
// Reset       asynchronous; each way counts as used before those with lower numbers.
`include "rtl_ref/assertions.svh"
`default_nettype none

module use_order #(
  parameter int unsigned Sets = 64,
  parameter int unsigned Ways = 4,
  localparam int unsigned SetBits = (Sets < 2) ? 1 : $clog2(Sets)
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [SetBits-1:0] set_i,
  input  wire logic [Ways-1:0]    used_i,
  output logic      [Ways-1:0]    oldest_o
);

  // Of set set_i, bit Ways*a+b: way b was used after way a, or is the same way.
  logic [Ways*Ways-1:0] after;
  logic [Sets*Ways*Ways-1:0] afters;  // of all sets, for the assertion alone

  for (genvar a = 0; a < Ways; a++) begin : gen_way
    assign after[Ways*a+a] = 1'b1;
    assign afters[Sets*(Ways*a+a) +: Sets] = '1;
    assign oldest_o[a] = &after[Ways*a +: Ways];

    for (genvar b = a + 1; b < Ways; b++) begin : gen_later
      logic [Sets-1:0] after_d, after_q;  // by set

      always_comb begin
        after_d = after_q;
        if (used_i[a] || used_i[b]) begin
          after_d[set_i] = used_i[b];
        end
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          after_q <= '0;
        end else begin
          after_q <= after_d;
        end
      end

      assign after[Ways*a+b] = after_q[set_i];
      assign after[Ways*b+a] = !after_q[set_i];
      assign afters[Sets*(Ways*a+b) +: Sets] = after_q;
      assign afters[Sets*(Ways*b+a) +: Sets] = ~after_q;
    end
  end

  // Without rings of three the ways of each set are in an order.
  for (genvar a = 0; a < Ways; a++) begin : gen_first
    for (genvar b = a + 1; b < Ways; b++) begin : gen_second
      for (genvar c = b + 1; c < Ways; c++) begin : gen_third
        logic [Sets-1:0] ab, bc, ac;
        assign ab = afters[Sets*(Ways*a+b) +: Sets];
        assign bc = afters[Sets*(Ways*b+c) +: Sets];
        assign ac = afters[Sets*(Ways*a+c) +: Sets];
        `HEDDLE_ASSERT(NoRing, ((ab & bc & ~ac) | (~ab & ~bc & ac)) == '0)
      end
    end
  end

  // One way has no order, and of two there is no ring.
  logic unused_bits;
  assign unused_bits = ^{set_i, afters};

  `HEDDLE_ASSERT(OneWayIsUsed, (used_i & (used_i - Ways'(1))) == '0)
  `HEDDLE_ASSERT(OneWayIsTheOldest,
                 oldest_o != '0 && (oldest_o & (oldest_o - Ways'(1))) == '0)

endmodule
`default_nettype wire
