// free_register_counter, style: case inside.
module free_register_counter (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [63:0] launch_counts_i,
  input  logic        launch_valid_i,
  input  logic [7:0]  claim_valid_i,
  input  logic [15:0] claim_clusters_i,
  input  logic [3:0]  freed_valid_i,
  input  logic [63:0] freed_registers_i,
  output logic [63:0] free_counts_o
);
  logic [8:0] count_q [4], count_d [4];
  always_comb begin
    count_d = count_q;
    for (int c = 0; c < 4; c++) begin
      unique case ({launch_valid_i, 1'b0}) inside
        2'b1?: count_d[c] = launch_counts_i[16*c +: 9];
        [2'b00 : 2'b01]: count_d[c] = count_q[c];
      endcase
      for (int k = 0; k < 8; k++)
        case ({claim_valid_i[k], claim_clusters_i[2*k +: 2]}) inside
          3'b0??: ;
          [3'b100 : 3'b111]: if (claim_clusters_i[2*k +: 2] == 2'(c)) count_d[c] = count_d[c] - 9'd1;
          default: count_d[c] = count_d[c];
        endcase
      for (int k = 0; k < 4; k++)
        if (freed_registers_i[16*k +: 2] == 2'(c) && freed_valid_i[k] inside {[1:1]})
          count_d[c] = count_d[c] + 9'd1;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '{4{9'd0}};
    else count_q <= count_d;
  assign free_counts_o = {7'd0, count_q[3], 7'd0, count_q[2], 7'd0, count_q[1], 7'd0, count_q[0]};
endmodule
