// SPDX-License-Identifier: Apache-2.0
// A register is released by the flags of an instruction exactly when it is one of the registers of a
// flagged operand, and by a word exactly when that is a pbr which names it. Broken asks for the second
// operand's flag in place of the first's.
`default_nettype none

module release_decoder_names #(
  parameter bit Broken = 1'b0
) (
  input  wire logic        clk_i,
  input  wire logic [5:0]  chosen_i,
  input  wire logic [1:0]  read_valid_i,
  input  wire logic [15:0] read_warps_i,
  input  wire logic [15:0] read_flags_i,
  input  wire logic [95:0] read_operands_i,
  input  wire logic [63:0] branch_word_i,
  input  wire logic        branch_valid_i,
  output logic             wrong_o
);

  logic [1:0] unused_valid;
  logic [15:0] unused_warps;
  logic [7:0] unused_warp;
  logic [127:0] flagged;
  logic [63:0] branched;
  logic branched_valid;

  release_decoder u_decoder (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .read_valid_i(read_valid_i),
    .read_warps_i(read_warps_i),
    .read_flags_i(read_flags_i),
    .read_operands_i(read_operands_i),
    .branch_word_i(branch_word_i),
    .branch_warp_i(8'd0),
    .branch_valid_i(branch_valid_i),
    .flagged_valid_o(unused_valid),
    .flagged_warps_o(unused_warps),
    .flagged_registers_o(flagged),
    .branched_registers_o(branched),
    .branched_warp_o(unused_warp),
    .branched_valid_o(branched_valid)
  );

  // Behind a register's first, and by less than the operand has.
  logic [1:0] expected_d, expected_q;
  logic named_d, named_q;
  logic [5:0] chosen_q;
  logic [6:0] ahead;

  always_comb begin
    expected_d = '0;
    for (int unsigned i = 0; i < 2; i++) begin
      for (int unsigned k = 0; k < 3; k++) begin
        ahead = {1'b0, chosen_i} - {1'b0, read_operands_i[16*(3*i+k) +: 6]};
        if (read_valid_i[i] && read_flags_i[8*i + (Broken && k == 0 ? 1 : k)] && !ahead[6] &&
            ahead[5:0] < {3'b0, read_operands_i[16*(3*i+k)+8 +: 3]}) begin
          expected_d[i] = 1'b1;
        end
      end
    end
    named_d = 1'b0;
    for (int unsigned k = 0; k < 9; k++) begin
      if (branch_word_i[4+6*k +: 6] == chosen_i) begin
        named_d = branch_word_i[63:58] == 6'b101110 && branch_word_i[3:0] == 4'b1111 &&
                  chosen_i != 6'd63;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    chosen_q <= chosen_i;
    expected_q <= expected_d;
    named_q <= named_d;
  end

  assign wrong_o = flagged[{1'b0, chosen_q}] != expected_q[0] ||
                   flagged[{1'b1, chosen_q}] != expected_q[1] ||
                   (branched_valid && branched[chosen_q] != named_q);

endmodule
`default_nettype wire
