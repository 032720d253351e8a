// free_register_counter, style: system functions.
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
  localparam int N = $size(launch_counts_i) / 16, L = $left(free_counts_o), D = $dimensions(freed_valid_i);
  parameter string Kind = "plain";
  logic [8:0] count_q [N], count_d [N];
  if (Kind != "plain") $error("unknown kind %s", Kind);
  initial if (L != 63 || D != 1) $fatal(1, "shape");
  always_comb
    for (int c = $low(count_q); c <= $high(count_q); c++) begin
      automatic logic [7:0] hit;
      automatic logic signed [4:0] change;
      for (int k = 0; k < $bits(claim_valid_i); k++) hit[k] = claim_valid_i[k] && $unsigned(claim_clusters_i[2*k +: 2]) == 2'(c);
      change = -$signed(5'($countones(hit)));
      for (int k = 0; k < 4; k++) if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c)) change = change + 5'sd1;
      count_d[c] = 9'($signed(launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[c]) + 9'(change));
      if ($onehot(hit) && $countbits(hit, '1) != 1 || $isunknown(hit)) count_d[c] = '0;
    end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '{default: '0};
    else count_q <= count_d;
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = 16'(count_q[c]);
endmodule
