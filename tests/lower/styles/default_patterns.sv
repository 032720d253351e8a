// free_register_counter, style: default patterns.
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
  typedef struct packed {
    logic [6:0] zero;
    logic [8:0] count;
  } word_t;
  typedef struct packed {
    word_t word;
    logic up;
  } lane_t;
  lane_t lanes [2][2];
  word_t next [2][2];
  always_comb begin
    next = '{default: '{default: '0}};
    foreach (next[i, j]) begin
      next[i][j].count = launch_valid_i ? launch_counts_i[16*(2*i + j) +: 9] : lanes[i][j].word.count;
      for (int k = 0; k < 8; k++)
        if (claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(2*i + j)) next[i][j].count--;
      for (int k = 0; k < 4; k++)
        if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(2*i + j)) next[i][j].count++;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) lanes <= '{default: '{default: '{word: '{default: '0}, up: 1'b0}}};
    else
      foreach (lanes[i, j]) lanes[i][j] <= '{word: next[i][j], up: 1'b1};
  assign free_counts_o = {lanes[1][1].word, lanes[1][0].word, lanes[0][1].word, lanes[0][0].word};
endmodule
