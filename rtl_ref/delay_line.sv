// SPDX-License-Identifier: Apache-2.0
// The registers of a feed-forward block: what enters leaves Latency rising edges later. The last
// register is the block's output and is reset; payloads before it are not, because they are not
// used without their valid.
`default_nettype none

module delay_line #(
  parameter int unsigned Latency = 1,
  parameter int unsigned Bits = 1
) (
  input  wire logic            clk_i,
  input  wire logic            rst_ni,
  input  wire logic [Bits-1:0] data_i,
  input  wire logic            valid_i,
  output logic      [Bits-1:0] data_o,
  output logic                 valid_o
);

  if (Latency < 1 || Latency > 16) begin : gen_check_latency
    $error("delay_line: Latency must be 1 to 16");
  end

  localparam int unsigned Delay = (Latency > 1) ? Latency - 1 : 0;

  logic [Bits-1:0] last;
  logic last_valid;

  if (Delay > 0) begin : gen_delay
    logic [Delay-1:0] valid_q;
    logic [Bits*Delay-1:0] data_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= '0;
      end else begin
        valid_q <= Delay'({valid_q, valid_i});
      end
    end

    for (genvar s = 0; s < Delay; s++) begin : gen_stage
      if (s == 0) begin : gen_first
        always_ff @(posedge clk_i) data_q[Bits-1:0] <= data_i;
      end else begin : gen_later
        always_ff @(posedge clk_i) data_q[Bits*s +: Bits] <= data_q[Bits*(s-1) +: Bits];
      end
    end

    assign last_valid = valid_q[Delay-1];
    assign last = data_q[Bits*(Delay-1) +: Bits];
  end else begin : gen_no_delay
    assign last_valid = valid_i;
    assign last = data_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      data_o <= '0;
    end else begin
      valid_o <= last_valid;
      data_o <= last;
    end
  end

endmodule
`default_nettype wire
