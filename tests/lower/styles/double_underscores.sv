// Names with two underscores, as PyMTL and other generators write them.
module Register__width_9 (
  input  logic clk, reset,
  input  logic [8:0] in_,
  output logic [8:0] out
);
  always_ff @(posedge clk, posedge reset) begin : update__register
    if (reset) out <= 9'd0;
    else out <= in_;
  end
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
  logic [8:0] count__q [4], count__d [4];
  for (genvar c = 0; c < 4; c++) begin : gen__counts
    Register__width_9 register__c (.clk(clk_i), .reset(~rst_ni), .in_(count__d[c]), .out(count__q[c]));
    assign free_counts_o[16*c +: 16] = 16'(count__q[c]);
  end
  always_comb begin
    for (int c = 0; c < 4; c++) begin
      count__d[c] = launch_valid_i ? launch_counts_i[16*c +: 9] : count__q[c];
      for (int k = 0; k < 8; k++)
        if (claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(c)) count__d[c] = count__d[c] - 9'd1;
      for (int k = 0; k < 4; k++)
        if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c)) count__d[c] = count__d[c] + 9'd1;
    end
  end
endmodule
