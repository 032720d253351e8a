// SPDX-License-Identifier: Apache-2.0
// Whether low priority is throttled changes only at the end of a window of cycles that count, and is then what
// these cycles say: fewer than LeastIdle were idle, or more than MostBusy busy.
`default_nettype none

module assist_throttle_counts #(
  parameter int unsigned Window = 5,
  parameter int unsigned LeastIdle = 2,
  parameter int unsigned MostBusy = 3,
  localparam int unsigned Bits = 16
) (
  input  wire logic clk_i,
  input  wire logic counts_i,
  input  wire logic idle_i,
  input  wire logic busy_i,
  output logic      wrong_o
);

  logic started_q = 1'b0;
  logic throttled, expected_q;
  assist_throttle #(
    .Window(Window),
    .LeastIdle(LeastIdle),
    .MostBusy(MostBusy)
  ) u_throttle (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .counts_i(counts_i),
    .idle_i(idle_i),
    .busy_i(busy_i),
    .throttled_o(throttled)
  );

  // The cycles that counted, one a bit, the last one lowest: of the window that there were, and what they said.
  logic [Window:0] cycles_q, idles_q, busies_q, cycles, idles, busies;
  logic [Bits-1:0] idle, busy;
  always_comb begin
    cycles = {cycles_q[Window-1:0], 1'b1};
    idles = {idles_q[Window-1:0], idle_i};
    busies = {busies_q[Window-1:0], busy_i};
    idle = '0;
    busy = '0;
    for (int unsigned n = 0; n < Window; n++) begin
      idle = idle + Bits'(idles[n]);
      busy = busy + Bits'(busies[n]);
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (started_q && counts_i) begin
      cycles_q <= cycles[Window-1] ? '0 : cycles;
      idles_q <= idles;
      busies_q <= busies;
      if (cycles[Window-1]) begin
        expected_q <= 32'(idle) < LeastIdle || 32'(busy) > MostBusy;
      end
    end
  end

  assign wrong_o = started_q && throttled != expected_q;

endmodule
`default_nettype wire
