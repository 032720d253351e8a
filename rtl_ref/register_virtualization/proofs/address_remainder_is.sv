// SPDX-License-Identifier: Apache-2.0
// address_remainder is the remainder of a division. Broken divides by another number.
`default_nettype none

module address_remainder_is #(
  parameter int unsigned Modulus = 10,
  parameter bit Broken = 1'b0
) (
  input  wire logic [15:0] address_i,
  output logic             wrong_o
);

  localparam int unsigned Divisor = Broken ? Modulus + 1 : Modulus;

  logic [5:0] remainder;
  address_remainder #(
    .Modulus(Modulus)
  ) u_remainder (
    .address_i(address_i),
    .remainder_o(remainder)
  );

  // By subtracting, from the largest multiple on.
  logic [15:0] left;
  always_comb begin
    left = address_i;
    for (int unsigned k = 0; k < 16; k++) begin
      if (32'(left) >= (Divisor << (15 - k))) begin
        left = left - 16'(Divisor << (15 - k));
      end
    end
  end

  assign wrong_o = left != 16'(remainder);

endmodule
`default_nettype wire
