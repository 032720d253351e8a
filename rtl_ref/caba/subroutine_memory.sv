// SPDX-License-Identifier: Apache-2.0
// The words of a store of subroutines: a memory with a registered read port and a write port, to be
// replaced by a macro where there is one.
//
// Latency     inputs are sampled at a rising edge; word_o is the word that was read last, as it was
//             before the edge that read it. Words that do not exist are neither read nor written.
`default_nettype none

module subroutine_memory #(
  parameter int unsigned Words = 512,
  parameter int unsigned WordBits = 64,
  localparam int unsigned IndexBits = (Words < 2) ? 1 : $clog2(Words)
) (
  input  wire logic                 clk_i,
  input  wire logic                 read_i,
  input  wire logic [IndexBits-1:0] read_index_i,
  input  wire logic                 write_i,
  input  wire logic [IndexBits-1:0] write_index_i,
  input  wire logic [WordBits-1:0]  write_word_i,
  output logic      [WordBits-1:0]  word_o
);

  logic [WordBits-1:0] memory_q [0:Words-1];

  always_ff @(posedge clk_i) begin
    if (read_i) begin
      word_o <= memory_q[read_index_i];
    end
    if (write_i) begin
      memory_q[write_index_i] <= write_word_i;
    end
  end

endmodule
`default_nettype wire
