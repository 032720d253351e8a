// SPDX-License-Identifier: Apache-2.0
// remainder_o = address_i % Modulus, for a constant Modulus of 1 to 32: the remainders of the four
// digits of four bits, each a table, added up modulo Modulus. Combinational.
`default_nettype none

module address_remainder #(
  parameter int unsigned Modulus = 10
) (
  input  wire logic [15:0] address_i,
  output logic      [5:0]  remainder_o
);

  logic [5:0] sum;
  logic [5:0] digit;

  always_comb begin
    sum = '0;
    for (int unsigned k = 0; k < 4; k++) begin
      digit = '0;
      for (int unsigned v = 0; v < 16; v++) begin
        if (address_i[4*k +: 4] == 4'(v)) begin
          digit = 6'((v << (4 * k)) % Modulus);
        end
      end
      sum = sum + digit;
      if (sum >= 6'(Modulus)) begin
        sum = sum - 6'(Modulus);
      end
    end
    remainder_o = sum;
  end

endmodule
`default_nettype wire
