// free_register_counter, style: state machine.
package machine;
  typedef enum logic [2:0] {IDLE = 3'b001, LOAD = 3'b010, STEP = 3'b100} state_e;
endpackage
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
  import machine::*;
  (* fsm_encoding = "one_hot" *) state_e state;
  logic [8:0] count_q [4], count_d [4];
  logic [7:0] hit [4];
  logic [3:0] up [4];
  for (genvar c = 0; c < 4; c++) begin : g
    for (genvar k = 0; k < 8; k++) always_comb hit[c][k] = claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(c);
    for (genvar k = 0; k < 4; k++) assign up[c][k] = freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c);
  end
  always_comb begin
    state = IDLE;
    if (launch_valid_i) state = LOAD;
    else if (claim_valid_i != 0 || freed_valid_i != 0) state = STEP;
  end
  always_comb begin
    for (int c = 0; c < 4; c++) begin
      unique case (state)
        IDLE: count_d[c] = count_q[c];
        STEP, LOAD: begin
          count_d[c] = state == LOAD ? launch_counts_i[16*c +: 9] : count_q[c];
          count_d[c] = count_d[c] - 9'($countones(hit[c])) + 9'($countones(up[c]));
        end
        default: count_d[c] = 'x;
      endcase
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) count_q <= '{default: '0};
    else count_q <= count_d;
  for (genvar c = 0; c < 4; c++) assign free_counts_o[16*c +: 16] = 16'(count_q[c]);
endmodule
