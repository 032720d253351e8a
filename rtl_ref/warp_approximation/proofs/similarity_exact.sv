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

  // Bits in which any active lane differs.
  logic [31:0] value, differing, value_q, operand_q;
  logic [4:0] d_q;
  logic similar_q, equal_q;
  always_comb begin
    value = Selects == 1 ? lowest : representative_i;
    differing = '0;
    for (int unsigned i = 0; i < 32; i++) begin
      differing = differing | ((data_i[32*i +: 32] ^ value) & {32{active_i[i]}});
    end
  end

  always_ff @(posedge clk_i) begin
    value_q <= value;
    similar_q <= differing >> d_i == '0;
    equal_q <= differing == '0;
    operand_q <= operand_i;
    d_q <= d_i;
  end

  assign wrong_o = valid && (told != value_q || similar != similar_q || equal != equal_q ||
                             bypass != (operand_q >> d_q == value_q >> d_q));

endmodule
`default_nettype wire
