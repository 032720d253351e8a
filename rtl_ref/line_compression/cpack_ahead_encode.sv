// SPDX-License-Identifier: Apache-2.0
// The work of cpack_compressor with four dictionary values, whose table shows the layout: the stored form of a
// line, or the line. There are no registers. LineBytes is 32 at least and a power of two, for proofs about
// short lines.
//
// The values are found one after another, each with all words that it stands for at once (Vijaykumar2015,
// algorithm 6); so there are four steps, however many words the line has.
`default_nettype none

module cpack_ahead_encode #(
  parameter int unsigned LineBytes = 128,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] line_i,
  output logic      [Bits-1:0] result_o,
  output logic      [7:0]      length_o,
  output logic                 compressed_o
);

  localparam int unsigned Words = LineBytes / 4;
  localparam int unsigned Values = 4;
  localparam int unsigned TailBits = 32 * Values + 8 * Words;

  // Words that are neither zero nor a byte.
  logic [Words-1:0] wide;
  for (genvar i = 0; i < Words; i++) begin : gen_wide
    assign wide[i] = line_i[32*i+8 +: 24] != '0;
  end

  logic [32*Values-1:0] values;
  logic [Values-1:0] found;
  logic [Words*Values-1:0] shares;
  for (genvar k = 0; k < Values; k++) begin : gen_value
    logic [Words-1:0] open, left;
    if (k == 0) begin : gen_first
      assign open = wide;
    end else begin : gen_later
      assign open = gen_value[k-1].left;
    end
    assign left = open & ~shares[Words*k +: Words];

    cpack_ahead_pick #(
      .Words(Words)
    ) u_pick (
      .line_i(line_i),
      .open_i(open),
      .value_o(values[32*k +: 32]),
      .found_o(found[k]),
      .shares_o(shares[Words*k +: Words])
    );
  end
  assign compressed_o = gen_value[Values-1].left == '0;

  logic [4*Words-1:0] codes;
  logic [8*Words-1:0] bytes;
  logic [Words-1:0] needs_byte;
  for (genvar i = 0; i < Words; i++) begin : gen_word
    logic [7:0] low;
    logic [1:0] which;
    logic equal;
    assign low = line_i[32*i +: 8];

    always_comb begin
      which = '0;
      equal = 1'b0;
      for (int unsigned k = 0; k < Values; k++) begin
        if (shares[Words*k + i]) begin
          which = which | 2'(k);
          equal = equal | (values[32*k +: 8] == low);
        end
      end
    end

    assign codes[4*i +: 4] = wide[i] ? {!equal, equal, which} : {3'b000, low != '0};
    assign needs_byte[i] = wide[i] ? !equal : low != '0;
    assign bytes[8*i +: 8] = needs_byte[i] ? low : '0;
  end

  // The bytes begin behind the last value.
  logic [TailBits-1:0] tail;
  logic [7:0] length_of_values, length_of_bytes;
  always_comb begin
    unique case (found)
      4'b0000: begin
        tail = TailBits'(bytes);
        length_of_values = 8'd0;
      end
      4'b0001: begin
        tail = TailBits'({bytes, values[31:0]});
        length_of_values = 8'd4;
      end
      4'b0011: begin
        tail = TailBits'({bytes, values[63:0]});
        length_of_values = 8'd8;
      end
      4'b0111: begin
        tail = TailBits'({bytes, values[95:0]});
        length_of_values = 8'd12;
      end
      default: begin
        tail = {bytes, values};
        length_of_values = 8'd16;
      end
    endcase
  end
  assign length_of_bytes = (needs_byte != '0) ? 8'(Words) : 8'd0;

  assign result_o = compressed_o ? Bits'({tail, codes}) : line_i;
  assign length_o =
      compressed_o ? 8'(Words / 2) + length_of_values + length_of_bytes : 8'(LineBytes);

endmodule
`default_nettype wire
