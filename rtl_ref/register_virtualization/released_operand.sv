// SPDX-License-Identifier: Apache-2.0
// The registers that a release flag stands for (Jeon2015, section 6.2): operand_i[10:8] of them from
// register operand_i[5:0] on. The other bits do not matter, and registers beyond 63 are
// ignored. None without released_i. Combinational.
`default_nettype none

module released_operand (
  input  wire logic        released_i,
  input  wire logic [15:0] operand_i,
  output logic      [63:0] registers_o
);

  // The first register, one-hot, reaches as far as the count says.
  logic [63:0] first;
  always_comb begin
    first = 64'(released_i) << operand_i[5:0];
    registers_o = '0;
    for (int unsigned n = 0; n < 7; n++) begin
      if (operand_i[10:8] > 3'(n)) begin
        registers_o = registers_o | (first << n);
      end
    end
  end

  logic unused_operand_bits;
  assign unused_operand_bits = ^{operand_i[15:11], operand_i[7:6]};

endmodule
`default_nettype wire
