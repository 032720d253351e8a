// free_register_counter, style: names.
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
  logic [8:0] \count+q [4];
  wire [8:0] \next[0] , \next[1] ;
  function automatic logic [8:0] cell_(input logic [8:0] signed_, input int endmodule_);
    automatic logic [8:0] value = signed_;
    for (int k = 0; k < 8; k++)
      if (claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(endmodule_)) value -= 1;
    for (int k = 0; k < 4; k++)
      if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(endmodule_)) value += 1;
    return value;
  endfunction
  assign \next[0] = cell_(launch_valid_i ? launch_counts_i[8:0] : \count+q [0], 0);
  assign \next[1] = cell_(launch_valid_i ? launch_counts_i[24:16] : \count+q [1], 1);
  for (genvar c = 2; c < 4; c++) begin : \gen+c
    wire [8:0] value = cell_(launch_valid_i ? launch_counts_i[16*c +: 9] : \count+q [c], c);
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) \count+q <= '{default: '0};
    else begin
      \count+q [0] <= \next[0] ;
      \count+q [1] <= \next[1] ;
      \count+q [2] <= \gen+c [2].value;
      \count+q [3] <= \gen+c [3].value;
    end
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = 16'(\count+q [c]);
endmodule
