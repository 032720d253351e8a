// free_register_counter, style: temporaries in registers.
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
  logic [8:0] count_q [4];
  function automatic logic [8:0] stepped(input logic [8:0] from, input logic up, down);
    logic [8:0] result;
    result = from;
    if (up) result = result + 9'd1;
    if (down) return result - 9'd1;
    return result;
  endfunction
  for (genvar c = 0; c < 4; c++) begin : g
    always_ff @(posedge clk_i or negedge rst_ni) begin : step
      automatic logic [8:0] next;
      logic hit;
      if (!rst_ni) count_q[c] <= '0;
      else begin
        next = launch_valid_i ? launch_counts_i[16*c +: 9] : count_q[c];
        for (int k = 0; k < 8; k++) begin
          hit = claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(c);
          next = stepped(next, 1'b0, hit);
        end
        for (int k = 0; k < 4; k++)
          next = stepped(next, freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c), 1'b0);
        count_q[c] <= next;
      end
    end
    assign free_counts_o[16*c +: 16] = 16'(count_q[c]);
  end
endmodule
