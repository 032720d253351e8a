// SPDX-License-Identifier: Apache-2.0
// Physical registers whose mapping has ended, in order, until the encoding and the power gate have been
// notified that they hold nothing.
//
// Arrival     bit b of unmapped_valid_i: the register in bits [16*b +: 10] of unmapped_registers_i has
//             lost its mapping. Of one cycle the lowest lane is the oldest; the upper six bits of a
//             register do not matter.
// Departure   the oldest taken_count_i registers leave: all when fewer wait, and four when it is above
//             four.
// Waiting     waiting_count_o registers wait; bits [16*k +: 16] of waiting_registers_o are the k-th
//             oldest, of eight, and zero where there is none.
// Order       of one cycle's inputs: registers leave, then others arrive.
// Room        16 registers; those that find no place are dropped, the youngest of a cycle first.
// Latency     inputs are sampled at a rising edge; the outputs show after it.
// Reset       asynchronous; none waits.
`default_nettype none

module freed_register_queue #(
  localparam int unsigned Arrivals = 4,
  localparam int unsigned Shown = 8,
  localparam int unsigned Places = 16,
  localparam int unsigned CountBits = 5,
  localparam int unsigned Width = 10
) (
  input  wire logic                   clk_i,
  input  wire logic                   rst_ni,
  input  wire logic [Arrivals-1:0]    unmapped_valid_i,
  input  wire logic [16*Arrivals-1:0] unmapped_registers_i,
  input  wire logic [2:0]             taken_count_i,
  output logic      [CountBits-1:0]   waiting_count_o,
  output logic      [16*Shown-1:0]    waiting_registers_o
);

  // The oldest register is in place 0. Places that are free are zero, so that zeros move down behind
  // the youngest register, and one that arrives needs no multiplexer.
  logic [Width*Places-1:0] places_d, places_q;
  logic [CountBits-1:0] count_d, count_q;
  logic [CountBits-1:0] leaving;

  always_comb begin
    leaving = taken_count_i[2] ? CountBits'(4) : CountBits'(taken_count_i);
    places_d = leaving[0] ? places_q >> Width : places_q;
    places_d = leaving[1] ? places_d >> 2*Width : places_d;
    places_d = leaving[2] ? places_d >> 4*Width : places_d;
    count_d = (leaving < count_q) ? count_q - leaving : '0;
    for (int unsigned b = 0; b < Arrivals; b++) begin
      if (unmapped_valid_i[b]) begin
        for (int unsigned p = 0; p < Places; p++) begin
          if (count_d == CountBits'(p)) begin
            places_d[Width*p +: Width] =
                places_d[Width*p +: Width] | unmapped_registers_i[16*b +: Width];
          end
        end
        if (count_d != CountBits'(Places)) begin
          count_d = count_d + CountBits'(1);
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      places_q <= '0;
      count_q <= '0;
    end else begin
      places_q <= places_d;
      count_q <= count_d;
    end
  end

  assign waiting_count_o = count_q;
  for (genvar k = 0; k < Shown; k++) begin : gen_shown
    assign waiting_registers_o[16*k +: 16] = {{(16 - Width){1'b0}}, places_q[Width*k +: Width]};
  end

  logic unused_upper_bits;
  assign unused_upper_bits = ^unmapped_registers_i;

endmodule
`default_nettype wire
