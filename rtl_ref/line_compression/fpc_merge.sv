// SPDX-License-Identifier: Apache-2.0
// One level of the packing of fpc_compressor: joins neighbouring pieces of the stream to pieces of twice
// the size. The second piece of a pair moves down to the end of the first, by one variable shift.
//
// Bits of a piece from its length on are zero, and stay so.
`default_nettype none

module fpc_merge #(
  parameter int unsigned Pairs = 1,
  parameter int unsigned PieceBits = 35,
  parameter int unsigned LengthBits = 6
) (
  input  wire logic [2*Pairs*PieceBits-1:0]  pieces_i,
  input  wire logic [2*Pairs*LengthBits-1:0] lengths_i,
  output logic      [2*Pairs*PieceBits-1:0]  pieces_o,
  output logic [Pairs*(LengthBits+1)-1:0]    lengths_o
);

  for (genvar p = 0; p < Pairs; p++) begin : gen_pair
    logic [PieceBits-1:0] first, second;
    logic [LengthBits-1:0] first_length, second_length;
    assign first = pieces_i[2*p*PieceBits +: PieceBits];
    assign second = pieces_i[(2*p+1)*PieceBits +: PieceBits];
    assign first_length = lengths_i[2*p*LengthBits +: LengthBits];
    assign second_length = lengths_i[(2*p+1)*LengthBits +: LengthBits];

    assign pieces_o[2*p*PieceBits +: 2*PieceBits] =
        (2*PieceBits)'(first) | ((2*PieceBits)'(second) << first_length);
    assign lengths_o[p*(LengthBits+1) +: LengthBits+1] =
        (LengthBits+1)'(first_length) + (LengthBits+1)'(second_length);
  end

endmodule
`default_nettype wire
