// free_register_counter, style: generate blocks, and ports by their places.
module one_count #(parameter int C = 0) (
  input logic clk_i, rst_ni, launch_valid_i,
  input logic [8:0] launch_i,
  input logic [7:0] claims_i,
  input logic [3:0] frees_i,
  output logic [8:0] count_o
);
  logic [8:0] next;
  always_comb begin
    next = launch_valid_i ? launch_i : count_o;
    next = next - 9'($countones(claims_i)) + 9'($countones(frees_i));
  end
  always_ff @(posedge clk_i, negedge rst_ni)
    if (!rst_ni) count_o <= '0;
    else count_o <= next;
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
  for (genvar c = 0; c < 4; c++) begin : g_cluster
    logic [7:0] claims;
    logic [3:0] frees;
    for (genvar k = 0; k < 8; k++) begin : g_claim
      assign claims[k] = claim_valid_i[k] & (claim_clusters_i[2*k+1 -: 2] == 2'(c));
      if (k < 4) begin : g_free
        assign frees[k] = freed_valid_i[k] & (freed_registers_i[16*k +: 2] == c);
      end else begin : g_none
      end
    end
    case (c)
      0, 1: begin : g_low
        one_count #(.C(c)) u_count (.clk_i, .rst_ni, .launch_valid_i, .launch_i(launch_counts_i[16*c +: 9]),
                                    .claims_i(claims), .frees_i(frees), .count_o(free_counts_o[16*c +: 9]));
      end
      default: begin : g_high
        one_count #(c) u_count (clk_i, rst_ni, launch_valid_i, launch_counts_i[16*c +: 9], claims, frees,
                                free_counts_o[16*c +: 9]);
      end
    endcase
    assign free_counts_o[16*c+15 : 16*c+9] = '0;
  end : g_cluster
endmodule
