// free_register_counter, style: part selects and casts.
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
  localparam int N = 2 ** 2, BITS = $clog2(2 ** 9), WORD = $bits(launch_counts_i) / N;
  typedef logic [BITS-1:0] count_t;
  logic [N*WORD-1:0] state_q;
  logic signed [BITS:0] change [N];
  always_comb
    for (int c = 0; c < N; c++) begin
      change[c] = '0;
      for (int k = 0; k < $bits(claim_valid_i); k++)
        if (claim_valid_i[k] & (claim_clusters_i[k*$clog2(N) +: $clog2(N)] == $clog2(N)'(c))) change[c] -= 10'sd2;
      for (int k = $high(freed_valid_i); k >= $low(freed_valid_i); k--)
        if (freed_valid_i[k] && freed_registers_i[k*16 + 1 -: 2] == 2'(unsigned'(c))) change[c] += 10'sd2;
    end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) state_q <= '0;
    else
      for (int c = 0; c < N; c++)
        state_q[c*WORD +: WORD] <= WORD'(count_t'((launch_valid_i ? launch_counts_i[c*WORD +: BITS] : state_q[c*WORD +: BITS])
                                                  + count_t'(signed'(change[c]) >>> 1)));
  assign free_counts_o[0 +: 32] = state_q[31 -: 32], free_counts_o[63:32] = state_q[63:32];
endmodule
