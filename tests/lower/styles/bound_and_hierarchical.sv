// free_register_counter, style: bound and hierarchical.
module counts (
  input logic clk_i, rst_ni,
  input logic [35:0] next_i
);
  logic [35:0] state;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) state <= '0;
    else state <= next_i;
  if (1) begin : g_view
    wire [8:0] first = state[8:0];
  end
endmodule

module watcher (
  input logic clk_i,
  input logic [35:0] seen_i
);
  logic [3:0] any;
  always_ff @(posedge clk_i) any <= {|seen_i[35:27], |seen_i[26:18], |seen_i[17:9], |seen_i[8:0]};
endmodule

bind counts watcher u_watcher (.clk_i, .seen_i(state));
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
  logic [35:0] next;
  counts u_counts (.*, .next_i(next));
  always_comb
    for (int c = 0; c < 4; c++) begin
      automatic logic [8:0] count = launch_valid_i ? launch_counts_i[16*c +: 9]
                                    : c == 0       ? u_counts.g_view.first
                                                   : u_counts.state[9*c +: 9];
      for (int k = 0; k < 8; k++)
        if (claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(c)) count--;
      for (int k = 0; k < 4; k++)
        if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c)) count++;
      next[9*c +: 9] = count;
    end
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = {7'd0, u_counts.state[9*c +: 9]};
endmodule
