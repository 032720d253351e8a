// SPDX-License-Identifier: Apache-2.0
// The trigger table of an assist warp controller, without the lanes: which events trigger a subroutine, and
// what the table of assist warps needs of it in the cycle of the event.
//
// Function    enabled_o and word_o are what is loaded for event_i. A row that is loaded shows from the next
//             edge on. Of a row that is not enabled the word does not matter.
// Reset       asynchronous; no row is enabled.
`default_nettype none

module assist_triggers #(
  parameter int unsigned Rows = 32,
  parameter int unsigned Width = 19,
  localparam int unsigned RowBits = $clog2(Rows)
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic               load_i,
  input  wire logic [RowBits-1:0] load_row_i,
  input  wire logic               load_enabled_i,
  input  wire logic [Width-1:0]   load_word_i,
  input  wire logic [RowBits-1:0] event_i,
  output logic                    enabled_o,
  output logic      [Width-1:0]   word_o
);

  logic [Rows-1:0] enabled_d, enabled_q;
  logic [Width-1:0] memory_q [0:Rows-1];

  always_comb begin
    enabled_d = enabled_q;
    if (load_i) begin
      enabled_d[load_row_i] = load_enabled_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enabled_q <= '0;
    end else begin
      enabled_q <= enabled_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      memory_q[load_row_i] <= load_word_i;
    end
  end

  assign enabled_o = enabled_q[event_i];
  assign word_o = memory_q[event_i];

endmodule
`default_nettype wire
