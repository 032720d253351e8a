// SPDX-License-Identifier: Apache-2.0
// From its pins alone: any register of the table shows in each path what the last update of that entry
// or the last change has left, and zero when there was none since the reset; the paths show what they
// were told last.
`default_nettype none

module similar_register_table_keeps #(
  parameter int unsigned Registers = 20
) (
  input  wire logic        clk_i,
  input  wire logic [5:0]  chosen_i,
  input  wire logic [3:0]  update_valid_i,
  input  wire logic [3:0]  update_path_i,
  input  wire logic [31:0] update_registers_i,
  input  wire logic [31:0] update_entries_i,
  input  wire logic [1:0]  path_change_i,
  input  wire logic [63:0] path_lanes_i,
  input  wire logic [15:0] path_representative_i,
  input  wire logic        path_valid_i,
  output logic             wrong_o
);

  logic started_q = 1'b0;
  logic [5:0] chosen_q;
  logic [7:0] first_d, first_q, second_d, second_q;
  logic [1023:0] entries;
  logic [63:0] lanes, lanes_q;
  logic [15:0] representative, representative_q;

  similar_register_table #(
    .Registers(Registers)
  ) u_table (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .update_valid_i(update_valid_i),
    .update_path_i(update_path_i),
    .update_registers_i(update_registers_i),
    .update_entries_i(update_entries_i),
    .path_change_i(path_change_i),
    .path_lanes_i(path_lanes_i),
    .path_representative_i(path_representative_i),
    .path_valid_i(path_valid_i),
    .similarity_entries_o(entries),
    .paths_lanes_o(lanes),
    .paths_representative_o(representative)
  );

  logic [7:0] first_updated, second_updated;
  always_comb begin
    first_updated = first_q;
    second_updated = second_q;
    for (int unsigned i = 0; i < 4; i++) begin
      if (update_valid_i[i] && update_registers_i[8*i +: 8] == 8'(chosen_q)) begin
        if (update_path_i[i]) begin
          second_updated = update_entries_i[8*i +: 8] & 8'hdf;
        end else begin
          first_updated = update_entries_i[8*i +: 8] & 8'hdf;
        end
      end
    end
    first_d = first_updated;
    second_d = second_updated;
    if (path_valid_i) begin
      unique case (path_change_i)
        2'd1: second_d = first_updated;
        2'd2: first_d = second_updated;
        2'd3: {first_d, second_d} = '0;
        default: ;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    chosen_q <= started_q ? chosen_q : chosen_i;
    first_q <= started_q ? first_d : '0;
    second_q <= started_q ? second_d : '0;
    if (!started_q) begin
      lanes_q <= '0;
      representative_q <= '0;
    end else if (path_valid_i) begin
      lanes_q <= path_lanes_i;
      representative_q <= path_representative_i & 16'h1f1f;
    end
  end

  // A register without an entry is none of these.
  always_comb begin
    wrong_o = started_q && (lanes != lanes_q || representative != representative_q);
    for (int unsigned r = 0; r < Registers; r++) begin
      if (started_q && chosen_q == 6'(r) && entries[16*r +: 16] != {second_q, first_q}) begin
        wrong_o = 1'b1;
      end
    end
  end

endmodule
`default_nettype wire
