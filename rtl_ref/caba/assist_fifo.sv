// SPDX-License-Identifier: Apache-2.0
// The staged instructions of one assist warp of high priority, in the order in which they came.
//
// Function    issue_i: the first one leaves; then flush_i: all leave; then insert_i: word_i comes behind the
//             others, or is dropped where Depth are there. All of them may be set at once.
// Output      word_o is the first one, while valid_o; otherwise it is zero.
// Latency     inputs are sampled at a rising edge; the outputs are flip-flops.
// Reset       asynchronous; there is none.
`default_nettype none

module assist_fifo #(
  parameter int unsigned Depth = 2,
  parameter int unsigned WordBits = 64
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,
  input  wire logic                issue_i,
  input  wire logic                flush_i,
  input  wire logic                insert_i,
  input  wire logic [WordBits-1:0] word_i,
  output logic                     valid_o,
  output logic      [WordBits-1:0] word_o
);

  // The first instruction is in place 0. Places that are free are zero, so that zeros move down behind the
  // last instruction, and one that comes needs no multiplexer.
  logic [Depth-1:0] valid_d, valid_q, left, next;
  logic [WordBits*Depth-1:0] places_d, places_q;

  always_comb begin
    left = (issue_i ? valid_q >> 1 : valid_q) & {Depth{!flush_i}};
    next = ~left & ((left << 1) | Depth'(1));  // the lowest free place
    valid_d = left | (next & {Depth{insert_i}});
    places_d = (issue_i ? places_q >> WordBits : places_q) & {(WordBits*Depth){!flush_i}};
    for (int unsigned p = 0; p < Depth; p++) begin
      if (insert_i && next[p]) begin
        places_d[WordBits*p +: WordBits] = word_i;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      places_q <= '0;
    end else begin
      valid_q <= valid_d;
      places_q <= places_d;
    end
  end

  assign valid_o = valid_q[0];
  assign word_o = places_q[WordBits-1:0];

endmodule
`default_nettype wire
