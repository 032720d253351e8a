// free_register_counter, style: assertions.
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
  initial assert ($bits(count_q) == 36) else $fatal(1, "four counts");
  always_comb begin
    for (int c = 0; c < 4; c++) begin
      count_d[c] = launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[c];
      for (int k = 0; k < 8; k++)
        if (claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(c)) count_d[c] = count_d[c] - 1;
      for (int k = 0; k < 4; k++)
        if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c)) count_d[c] = count_d[c] + 1;
    end
    assert (count_d[0] != 9'd511 || !launch_valid_i || rst_ni);
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '{default: '0};
    else begin
      count_q <= count_d;
      a_zero: assert (free_counts_o[15:9] == 0) else $error("count %0d", count_q[0]);
    end
  property p_known;
    @(posedge clk_i) disable iff (!rst_ni) launch_valid_i |-> launch_counts_i[15:9] == launch_counts_i[15:9];
  endproperty
  a_known: assert property (p_known);
  m_known: assume property (@(posedge clk_i) !$isunknown(launch_valid_i));
  c_launch: cover property (@(posedge clk_i) launch_valid_i);
  a_stable: assert property (@(posedge clk_i) disable iff (!rst_ni) $past(rst_ni) |-> 1'b1);
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = 16'(count_q[c]);
endmodule
