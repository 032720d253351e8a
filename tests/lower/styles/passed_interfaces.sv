// free_register_counter, style: passed interfaces.
interface link #(parameter type T = logic, parameter int N = 1);
  T data [N];
  logic [N-1:0] valid;
  modport from (output data, valid);
  modport to (input data, valid);
  function automatic logic hit(int i, T value);
    return valid[i] && data[i] == value;
  endfunction
endinterface

interface bundle (input logic clk, rst_n);
  logic [8:0] count [4], next [4];
  modport reg_side (input clk, rst_n, next, output count);
endinterface

module inner (link.to claims, link.to frees, bundle state, input logic load, input logic [63:0] start);
  always_comb
    for (int c = 0; c < 4; c++) begin
      state.next[c] = load ? start[16*c +: 9] : state.count[c];
      for (int k = 0; k < 8; k++) if (claims.valid[k] && claims.data[k] == 2'(c)) state.next[c] = state.next[c] - 9'd1;
      for (int k = 0; k < 4; k++) if (frees.valid[k] && frees.data[k][1:0] == 2'(c)) state.next[c] = state.next[c] + 9'd1;
    end
endmodule

module outer (link.to claims, link.to frees, bundle state, input logic load, input logic [63:0] start);
  inner u_inner (.*);
endmodule

module registers (bundle.reg_side state);
  always_ff @(posedge state.clk, negedge state.rst_n)
    if (!state.rst_n) state.count <= '{default: '0};
    else state.count <= state.next;
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
  link #(.T(logic [1:0]), .N(8)) claims ();
  link #(.T(logic [15:0]), .N(4)) frees ();
  bundle state (.clk(clk_i), .rst_n(rst_ni));
  assign claims.valid = claim_valid_i;
  assign frees.valid = freed_valid_i;
  for (genvar k = 0; k < 8; k++) assign claims.data[k] = claim_clusters_i[2*k +: 2];
  for (genvar k = 0; k < 4; k++) assign frees.data[k] = freed_registers_i[16*k +: 16];
  outer u_outer (.claims, .frees, .state, .load(launch_valid_i), .start(launch_counts_i));
  registers u_registers (state);
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = 16'(state.count[c]);
endmodule
