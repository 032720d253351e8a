// SPDX-License-Identifier: Apache-2.0
// From its pins alone: an entry, of any register and path, changes only by an update that names it, or
// by a change that is not to leave the entries as they are; and of registers without an entry nothing is
// ever shown.
`default_nettype none

module similar_register_table_leaves #(
  parameter int unsigned Registers = 20
) (
  input  wire logic        clk_i,
  input  wire logic        rst_ni,
  input  wire logic [5:0]  chosen_i,
  input  wire logic        chosen_path_i,
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

  logic started_q = 1'b0, path_q, touched_d, touched_q;
  logic [5:0] chosen_q;
  logic [1023:0] entries;
  logic [63:0] lanes;
  logic [15:0] representative;

  similar_register_table #(
    .Registers(Registers)
  ) u_table (
    .clk_i(clk_i),
    .rst_ni(started_q && rst_ni),
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

  always_comb begin
    touched_d = !rst_ni || !started_q || (path_valid_i && path_change_i != 2'd0);
    for (int unsigned i = 0; i < 4; i++) begin
      if (update_valid_i[i] && update_path_i[i] == path_q && update_registers_i[8*i +: 8] == 8'(chosen_q)) begin
        touched_d = 1'b1;
      end
    end
  end

  logic [7:0] shown, before_q;
  always_comb begin
    shown = '0;
    for (int unsigned r = 0; r < Registers; r++) begin
      if (chosen_q == 6'(r)) begin
        shown = path_q ? entries[16*r+8 +: 8] : entries[16*r +: 8];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      chosen_q <= chosen_i;
      path_q <= chosen_path_i;
    end
    touched_q <= touched_d;
    before_q <= shown;
  end

  assign wrong_o = started_q && rst_ni &&
                   ((!touched_q && shown != before_q) || entries[1023:16*Registers] != '0);

  logic unused_paths;
  assign unused_paths = ^{lanes, representative};

endmodule
`default_nettype wire
