// SPDX-License-Identifier: Apache-2.0
// A result is said to be similar exactly when no active lane differs from the representative value in a bit
// from d up, to be equal exactly when none differs in any bit; and an operand to be similar exactly when it
// does not differ in a bit from d up. The representative value is any, or with Selects that of the lowest
// active lane (similarity_selector_lowest proves that lowest_active_value gives it), so that lanes which
// agree with it agree with one another.
`default_nettype none

module similarity_exact #(
  parameter int unsigned Selects = 0
) (
  input  wire logic          clk_i,
  input  wire logic [1023:0] data_i,
  input  wire logic [31:0]   active_i,
  input  wire logic [4:0]    d_i,
  input  wire logic [31:0]   operand_i,
  input  wire logic [31:0]   representative_i,
  input  wire logic          valid_i,
  output logic               wrong_o
);

  logic [1023:0] unused_data;
  logic [31:0] unused_active, told, lowest;
  logic similar, equal, bypass, valid;

  lowest_active_value u_lowest (
    .data_i(data_i),
    .active_i(active_i),
    .value_o(lowest)
  );

  similarity_comparator #(
    .Selects(Selects)
  ) u_comparator (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_data_i(data_i),
    .req_active_i(active_i),
    .req_d_i(d_i),
    .req_input_i(operand_i),
    .req_representative_i(representative_i),
    .req_valid_i(valid_i),
    .rsp_data_o(unused_data),
    .rsp_active_o(unused_active),
    .rsp_representative_o(told),
    .rsp_similar_o(similar),
    .rsp_equal_o(equal),
    .rsp_bypass_o(bypass),
    .rsp_valid_o(valid)
  );

  // Bits from d up, and in each lane whether one of them differs, or any: written lane by lane, so that
  // the prover can merge it with the comparator's lanes one at a time.
  logic [31:0] value, from_d, differs, unequal, value_q;
  logic similar_q, equal_q, bypass_q;
  always_comb begin
    value = Selects == 1 ? lowest : representative_i;
    for (int unsigned b = 0; b < 32; b++) begin
      from_d[b] = 6'(b) >= 6'(d_i);
    end
    for (int unsigned i = 0; i < 32; i++) begin
      differs[i] = active_i[i] && ((data_i[32*i +: 32] ^ value) & from_d) != '0;
      unequal[i] = active_i[i] && data_i[32*i +: 32] != value;
    end
  end

  always_ff @(posedge clk_i) begin
    value_q <= value;
    similar_q <= differs == '0;
    equal_q <= unequal == '0;
    bypass_q <= ((operand_i ^ value) & from_d) == '0;
  end

  assign wrong_o = valid && (told != value_q || similar != similar_q || equal != equal_q ||
                             bypass != bypass_q);

endmodule
`default_nettype wire
