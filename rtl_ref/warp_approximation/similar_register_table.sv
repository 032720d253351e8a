// SPDX-License-Identifier: Apache-2.0
// What is known of the similarity of each register of a warp slot, for one level of divergence, and the
// lanes and representatives of the warp's paths (Wong2016, sections 3.1.1 to 3.1.3).
//
// Registers   0 to Registers - 1 have an entry a path. Element 2*r + p of similarity_entries_o is
//             that of register r in path p, as similar_register describes it; the others are zero.
// Updates     lane i, when bit i of update_valid_i is set, writes update_entries_i[8*i +: 8] to
//             register update_registers_i[8*i +: 8], of the path that is bit i of update_path_i.
// Change      with path_valid_i the paths become path_lanes_i and path_representative_i, of which the
//             lower five bits a path count, and both entries of all registers
//               stay as they are   when path_change_i is 0: lanes have left
//               are that of path 0 when it is 1: the warp splits
//               are that of path 1 when it is 2: path 0 has no lanes any more
//               are zero           when it is 3: a warp begins, or paths join
// Latency     inputs are sampled at a rising edge; all outputs are the flip-flops behind it.
// Reset       asynchronous; nothing is known, no path has lanes: all outputs are zero.
//
//   in one cycle                      behind the edge
//   two updates of one entry          that of the higher lane holds
//   an update and a change            the change acts on what the update has written
//   a register without an entry       an update of it does nothing
`include "rtl_ref/assertions.svh"
`default_nettype none

module similar_register_table #(
  parameter int unsigned Registers = 64,
  localparam int unsigned MostRegisters = 64,
  localparam int unsigned Updates = 4,
  localparam int unsigned Paths = 2
) (
  input  wire logic                             clk_i,
  input  wire logic                             rst_ni,
  input  wire logic [Updates-1:0]               update_valid_i,
  input  wire logic [Updates-1:0]               update_path_i,
  input  wire logic [8*Updates-1:0]             update_registers_i,
  input  wire logic [8*Updates-1:0]             update_entries_i,
  input  wire logic [1:0]                       path_change_i,
  input  wire logic [32*Paths-1:0]              path_lanes_i,
  input  wire logic [8*Paths-1:0]               path_representative_i,
  input  wire logic                             path_valid_i,
  output logic      [8*Paths*MostRegisters-1:0] similarity_entries_o,
  output logic      [32*Paths-1:0]              paths_lanes_o,
  output logic      [8*Paths-1:0]               paths_representative_o
);

  if (Registers < 1 || Registers > MostRegisters) begin : gen_check_registers
    $error("similar_register_table: Registers must be 1 to 64");
  end

  localparam logic [1:0] CopyFirst = 2'd1, CopySecond = 2'd2, Clear = 2'd3;

  // Of two updates of one entry the higher lane is heard.
  logic [Updates-1:0] heard;
  always_comb begin
    heard = update_valid_i;
    for (int unsigned i = 0; i < Updates; i++) begin
      for (int unsigned later = i + 1; later < Updates; later++) begin
        if (update_valid_i[later] && update_path_i[later] == update_path_i[i] &&
            update_registers_i[8*later +: 8] == update_registers_i[8*i +: 8]) begin
          heard[i] = 1'b0;
        end
      end
    end
  end

  logic copies_first, copies_second, clears;
  assign copies_first = path_valid_i && path_change_i == CopyFirst;
  assign copies_second = path_valid_i && path_change_i == CopySecond;
  assign clears = path_valid_i && path_change_i == Clear;

  for (genvar r = 0; r < Registers; r++) begin : gen_register
    logic [Paths*Updates-1:0] write;
    for (genvar i = 0; i < Updates; i++) begin : gen_update
      for (genvar p = 0; p < Paths; p++) begin : gen_path
        assign write[Paths*i+p] =
            heard[i] && update_path_i[i] == 1'(p) && update_registers_i[8*i +: 8] == 8'(r);
      end
    end

    similar_register #(
      .Updates(Updates)
    ) u_register (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .write_i(write),
      .entries_i(update_entries_i),
      .copy_first_i(copies_first),
      .copy_second_i(copies_second),
      .clear_i(clears),
      .entries_o(similarity_entries_o[8*Paths*r +: 8*Paths])
    );
  end

  for (genvar r = Registers; r < MostRegisters; r++) begin : gen_absent
    assign similarity_entries_o[8*Paths*r +: 8*Paths] = '0;
  end

  logic [32*Paths-1:0] lanes_d, lanes_q;
  logic [5*Paths-1:0] told, representative_d, representative_q;
  assign told = {path_representative_i[12:8], path_representative_i[4:0]};
  always_comb begin
    lanes_d = path_valid_i ? path_lanes_i : lanes_q;
    representative_d = path_valid_i ? told : representative_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lanes_q <= '0;
      representative_q <= '0;
    end else begin
      lanes_q <= lanes_d;
      representative_q <= representative_d;
    end
  end
  assign paths_lanes_o = lanes_q;
  assign paths_representative_o = {3'd0, representative_q[9:5], 3'd0, representative_q[4:0]};

  logic unused_representative_bits;
  assign unused_representative_bits = ^{path_representative_i[15:13], path_representative_i[7:5]};

  `HEDDLE_ASSERT_NEXT(NothingIsKnownBehindAClear, path_valid_i && path_change_i == Clear,
                      similarity_entries_o == '0)
  `HEDDLE_ASSERT_NEXT(TheLastRegisterIsTheSameInBothPaths,
                      path_valid_i && (path_change_i == CopyFirst || path_change_i == CopySecond),
                      similarity_entries_o[8*Paths*(Registers-1) +: 8] ==
                          similarity_entries_o[8*Paths*(Registers-1)+8 +: 8])

endmodule
`default_nettype wire
