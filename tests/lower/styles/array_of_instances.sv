// free_register_counter, style: array of instances.
module counter (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [15:0] next_i,
  output logic [15:0] count_o
);
  logic [8:0] count_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '0;
    else count_q <= next_i[8:0];
  assign count_o = 16'(count_q);
endmodule
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
  logic [3:0][15:0] next;
  counter u_counters [3:0] (.clk_i, .rst_ni, .next_i(next), .count_o(free_counts_o));
  always_comb begin
    next = launch_valid_i ? launch_counts_i : free_counts_o;
    for (int c = 0; c < 4; c++) begin
      next[c] -= 16'($countones(claims_of(2'(c))));
      for (int k = 0; k < 4; k++) next[c] += 16'(freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c));
    end
  end
  function automatic logic [7:0] claims_of(logic [1:0] c);
    foreach (claims_of[k]) claims_of[k] = claim_valid_i[k] & (claim_clusters_i[2*k +: 2] == c);
  endfunction
endmodule
