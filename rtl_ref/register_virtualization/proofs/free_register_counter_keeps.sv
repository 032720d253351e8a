// SPDX-License-Identifier: Apache-2.0
// The count of each cluster is what the last launch gave, one less for each register that was claimed since
// and one more for each that came back, however many of them in one cycle: the reference counts them one
// after another. Broken leaves out registers that come back in a cycle in which the first two lanes claim.
`default_nettype none

module free_register_counter_keeps #(
  parameter bit Broken = 1'b0
) (
  input  wire logic        clk_i,
  input  wire logic [63:0] launch_counts_i,
  input  wire logic        launch_valid_i,
  input  wire logic [7:0]  claim_valid_i,
  input  wire logic [15:0] claim_clusters_i,
  input  wire logic [3:0]  freed_valid_i,
  input  wire logic [63:0] freed_registers_i,
  output logic             wrong_o
);

  logic started_q = 1'b0;
  logic [63:0] counts;
  logic [3:0] wrong;

  free_register_counter u_counter (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .launch_counts_i(launch_counts_i),
    .launch_valid_i(launch_valid_i),
    .claim_valid_i(claim_valid_i),
    .claim_clusters_i(claim_clusters_i),
    .freed_valid_i(freed_valid_i),
    .freed_registers_i(freed_registers_i),
    .free_counts_o(counts)
  );

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  for (genvar c = 0; c < 4; c++) begin : gen_cluster
    logic [8:0] left_d, left_q;

    always_comb begin
      left_d = launch_valid_i ? launch_counts_i[16*c +: 9] : left_q;
      for (int unsigned k = 0; k < 8; k++) begin
        if (claim_valid_i[k] && claim_clusters_i[2*k +: 2] == 2'(c)) begin
          left_d = left_d - 9'd1;
        end
      end
      for (int unsigned k = 0; k < 4; k++) begin
        if (freed_valid_i[k] && freed_registers_i[16*k +: 2] == 2'(c) &&
            !(Broken && claim_valid_i[1:0] == '1)) begin
          left_d = left_d + 9'd1;
        end
      end
    end

    always_ff @(posedge clk_i) begin
      left_q <= started_q ? left_d : 9'd0;
    end

    assign wrong[c] = counts[16*c +: 16] != {7'd0, left_q};
  end

  assign wrong_o = started_q && wrong != '0;

endmodule
`default_nettype wire
