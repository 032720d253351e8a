// SPDX-License-Identifier: Apache-2.0
// The encodings of one size of values in bdi_line_decompressor: deltas added to zero or to the base.
//
// size_i      one bit high: deltas have 1, 2 or 4 bytes; those of ValueBytes / 2 at most occur.
// zero_i      bit i: value i is a distance from zero.
// deltas_i    delta i has bits [8 D i +: 8 D], D bytes of a delta.
// set_o       bit i: delta i is not zero.
// narrow_o    bit i: value i, if it is from the base, is one that a delta from zero would hold.
`default_nettype none

module bdi_line_sums #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned ValueBytes = 8,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned ValueBits = 8 * ValueBytes,
  localparam int unsigned Values = LineBytes / ValueBytes
) (
  input  wire logic [2:0]           size_i,
  input  wire logic [ValueBits-1:0] base_i,
  input  wire logic [Values-1:0]    zero_i,
  input  wire logic [Bits/2-1:0]    deltas_i,
  output logic      [Bits-1:0]      line_o,
  output logic      [Values-1:0]    set_o,
  output logic      [Values-1:0]    narrow_o
);

  // Where zero would hold a value from the base, the base lies within twice the range of a delta, so
  // that two bits of the sum tell.
  logic near1, near2, near4;
  assign near1 = size_i[0] && (base_i[ValueBits-1:8] == '0 || base_i[ValueBits-1:8] == '1);
  if (ValueBytes > 2) begin : gen_near2
    assign near2 = size_i[1] && (base_i[ValueBits-1:16] == '0 || base_i[ValueBits-1:16] == '1);
  end else begin : gen_no_near2
    assign near2 = 1'b0;
  end
  if (ValueBytes > 4) begin : gen_near4
    assign near4 = size_i[2] && (base_i[ValueBits-1:32] == '0 || base_i[ValueBits-1:32] == '1);
  end else begin : gen_no_near4
    assign near4 = 1'b0;
  end

  for (genvar i = 0; i < Values; i++) begin : gen_value
    logic [7:0] delta1;
    logic [ValueBits-1:0] delta2, delta4, delta, sum;
    assign delta1 = deltas_i[8*i +: 8] & {8{size_i[0]}};

    if (ValueBytes > 2) begin : gen_delta2
      logic [15:0] narrow_delta;
      assign narrow_delta = deltas_i[16*i +: 16] & {16{size_i[1]}};
      assign delta2 = {{(ValueBits-16){narrow_delta[15]}}, narrow_delta};
    end else begin : gen_no_delta2
      assign delta2 = '0;
    end
    if (ValueBytes > 4) begin : gen_delta4
      logic [31:0] narrow_delta;
      assign narrow_delta = deltas_i[32*i +: 32] & {32{size_i[2]}};
      assign delta4 = {{(ValueBits-32){narrow_delta[31]}}, narrow_delta};
    end else begin : gen_no_delta4
      assign delta4 = '0;
    end

    assign delta = {{(ValueBits-8){delta1[7]}}, delta1} | delta2 | delta4;
    assign sum = (zero_i[i] ? '0 : base_i) + delta;
    assign line_o[ValueBits*i +: ValueBits] = sum;
    assign set_o[i] = delta != '0;

    logic narrow2, narrow4;
    if (ValueBytes > 2) begin : gen_narrow2
      assign narrow2 = near2 && sum[16] == sum[15];
    end else begin : gen_no_narrow2
      assign narrow2 = 1'b0;
    end
    if (ValueBytes > 4) begin : gen_narrow4
      assign narrow4 = near4 && sum[32] == sum[31];
    end else begin : gen_no_narrow4
      assign narrow4 = 1'b0;
    end
    assign narrow_o[i] = (near1 && sum[8] == sum[7]) || narrow2 || narrow4;
  end

  // Not every size of values has deltas of every size.
  logic unused;
  assign unused = near2 ^ near4 ^ (^size_i) ^ (^deltas_i);

endmodule
`default_nettype wire
