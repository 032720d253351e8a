// Registers of one bit in processes of their own, with an asynchronous reset: to 0 and to 1, active low and high.
module low_to_0 (input logic clk_i, rst_ni, d_i, output logic q_o);
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) q_o <= 1'b0;
    else q_o <= d_i;
endmodule

module low_to_1 (input logic clk_i, rst_ni, d_i, output logic q_o);
  always_ff @(posedge clk_i or negedge rst_ni) q_o <= d_i | ~rst_ni;
endmodule

module high_to_0 (input logic clk_i, rst_i, d_i, output logic q_o);
  logic [1:0] resets;
  assign resets = {rst_i, 1'b0};
  always_ff @(posedge clk_i or posedge resets[1])
    if (resets[1]) q_o <= 1'b0;
    else q_o <= d_i;
endmodule

module high_to_1 (input logic clk_i, rst_i, d_i, output logic q_o);
  always_ff @(posedge clk_i or posedge rst_i)
    if (rst_i) q_o <= 1'b1;
    else q_o <= d_i;
endmodule

module free_register_counter (
  input  logic        clk_i, rst_ni,
  input  logic [63:0] launch_counts_i,
  input  logic        launch_valid_i,
  input  logic [7:0]  claim_valid_i,
  input  logic [15:0] claim_clusters_i,
  input  logic [3:0]  freed_valid_i,
  input  logic [63:0] freed_registers_i,
  output logic [63:0] free_counts_o
);
  logic [8:0] count_q [4], count_d [4];
  for (genvar c = 0; c < 4; c++) begin : counts
    for (genvar b = 0; b < 9; b++) begin : bits
      logic q_n;
      case (b % 4)
        0: low_to_0 r (.clk_i, .rst_ni, .d_i(count_d[c][b]), .q_o(count_q[c][b]));
        1: high_to_0 r (.clk_i, .rst_i(~rst_ni), .d_i(count_d[c][b]), .q_o(count_q[c][b]));
        2: low_to_1 r (.clk_i, .rst_ni, .d_i(~count_d[c][b]), .q_o(q_n));
        3: high_to_1 r (.clk_i, .rst_i(~rst_ni), .d_i(~count_d[c][b]), .q_o(q_n));
      endcase
      if (b % 4 >= 2) assign count_q[c][b] = ~q_n;
    end
    assign free_counts_o[16*c +: 16] = 16'(count_q[c]);
  end
  always_comb begin
    for (int c = 0; c < 4; c++) begin
      count_d[c] = launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[c];
      for (int k = 0; k < 8; k++)
        if (claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(c)) count_d[c] = count_d[c] - 9'd1;
      for (int k = 0; k < 4; k++)
        if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c)) count_d[c] = count_d[c] + 9'd1;
    end
  end
endmodule
