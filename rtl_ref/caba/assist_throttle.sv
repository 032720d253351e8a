// SPDX-License-Identifier: Apache-2.0
// Throttles assist warps of low priority by how the SM's resources are used (Vijaykumar2015, section 4.4).
//
// Windows     of Window cycles in which an assist warp of low priority lives, counts_i. At the end of each,
//             throttled_o becomes whether in fewer than LeastIdle of them an issue slot was idle, or in more
//             than MostBusy of them functional units were busy; it stays so until the next end.
// Latency     inputs are sampled at a rising edge; throttled_o is the flip-flop behind it.
// Reset       asynchronous; not throttled, and a window begins.
`default_nettype none

module assist_throttle #(
  parameter int unsigned Window = 256,
  parameter int unsigned LeastIdle = 0,
  parameter int unsigned MostBusy = 65535
) (
  input  wire logic clk_i,
  input  wire logic rst_ni,
  input  wire logic counts_i,
  input  wire logic idle_i,
  input  wire logic busy_i,
  output logic      throttled_o
);

  localparam int unsigned CountBits = $clog2(Window + 1);

  logic throttled_d, throttled_q, last;
  logic [CountBits-1:0] cycles_d, cycles_q, idle_d, idle_q, busy_d, busy_q, idle, busy;

  always_comb begin
    idle = idle_q + CountBits'(idle_i);
    busy = busy_q + CountBits'(busy_i);
    last = 32'(cycles_q) == Window - 1;
    throttled_d = throttled_q;
    cycles_d = cycles_q;
    idle_d = idle_q;
    busy_d = busy_q;
    if (counts_i) begin
      cycles_d = last ? '0 : cycles_q + CountBits'(1);
      idle_d = last ? '0 : idle;
      busy_d = last ? '0 : busy;
    end
    if (counts_i && last) begin
      // One more on both sides, so that LeastIdle may be zero and MostBusy the highest number.
      throttled_d = 32'(idle) + 32'd1 <= LeastIdle || 32'(busy) + 32'd1 > MostBusy + 32'd1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      throttled_q <= 1'b0;
      cycles_q <= '0;
      idle_q <= '0;
      busy_q <= '0;
    end else begin
      throttled_q <= throttled_d;
      cycles_q <= cycles_d;
      idle_q <= idle_d;
      busy_q <= busy_d;
    end
  end

  assign throttled_o = throttled_q;

endmodule
`default_nettype wire
