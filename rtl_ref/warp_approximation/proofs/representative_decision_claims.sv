// SPDX-License-Identifier: Apache-2.0
// Two claims about representative_decision, for any source and any lane.
//
// lends_o     A lane reads what it does not hold. A source that is stored as a scalar for the path of the
//             instruction lies in the lane that represents the path, and nowhere else: only that lane may read
//             it. And what one lane is said to hold for all must be such a scalar.
// differs_o   One lane executes what it must not. An instruction that may not be approximated, of which a source
//             is not known to be equal in all lanes of its path, or whose results may differ all the same, is
//             executed by its own lanes and reads its own; and so is whatever is not active in all lanes of a
//             path. Else, if one lane executes, it is the representative, and the sources are similar at the
//             level.
`default_nettype none

module representative_decision_claims (
  input  wire logic        clk_i,
  input  wire logic [2:0]  source_i,
  input  wire logic [4:0]  lane_i,
  input  wire logic [31:0] active_i,
  input  wire logic [31:0] read_i,
  input  wire logic [63:0] lanes_i,
  input  wire logic [15:0] representative_i,
  input  wire logic [95:0] known_i,
  input  wire logic [5:0]  sources_i,
  input  wire logic [4:0]  level_i,
  input  wire logic        approximable_i,
  input  wire logic        uniform_i,
  input  wire logic        valid_i,
  output logic             lends_o,
  output logic             differs_o
);

  logic [31:0] executed, read;
  logic [5:0] scalars;
  logic [4:0] representative;
  logic path, of_path, similar, one_lane, valid;

  representative_decision u_decision (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .req_active_i(active_i),
    .req_read_i(read_i),
    .req_lanes_i(lanes_i),
    .req_representative_i(representative_i),
    .req_known_i(known_i),
    .req_sources_i(sources_i),
    .req_level_i(level_i),
    .req_enough_i({approximable_i, uniform_i}),
    .req_valid_i(valid_i),
    .rsp_executed_o(executed),
    .rsp_read_o(read),
    .rsp_scalars_o(scalars),
    .rsp_representative_o(representative),
    .rsp_path_o(path),
    .rsp_of_path_o(of_path),
    .rsp_similar_o(similar),
    .rsp_one_lane_o(one_lane),
    .rsp_valid_o(valid)
  );

  // The chosen source: is it there, and what is known of it in the path that has the active lanes?
  logic in_first, has, scalar_d, different, unequal;
  logic [7:0] known;
  assign in_first = (active_i | lanes_i[31:0]) == lanes_i[31:0];
  always_comb begin
    known = '0;
    has = 1'b0;
    for (int unsigned k = 0; k < 6; k++) begin
      if (source_i == 3'(k)) begin
        has = sources_i[k];
        known = in_first ? known_i[16*k +: 8] : known_i[16*k+8 +: 8];
      end
    end
    scalar_d = has && known[6];
    different = has && (!known[7] || known[4:0] > level_i);
    unequal = has && (!known[7] || known[4:0] != '0);
  end

  logic all_execute_d;
  assign all_execute_d = active_i != (in_first ? lanes_i[31:0] : lanes_i[63:32]) ||
                         (approximable_i ? different : unequal || !uniform_i);

  logic scalar_q, all_execute_q;
  logic [2:0] source_q;
  logic [4:0] lane_q, holder_q;
  logic [31:0] active_q, read_q;
  always_ff @(posedge clk_i) begin
    source_q <= source_i;
    lane_q <= lane_i;
    scalar_q <= scalar_d;
    all_execute_q <= all_execute_d;
    active_q <= active_i;
    read_q <= read_i;
    holder_q <= in_first ? representative_i[4:0] : representative_i[12:8];
  end

  // Whether the lane reads the source: as the registers of scalars are read.
  logic told, reads;
  always_comb begin
    told = 1'b0;
    for (int unsigned k = 0; k < 6; k++) begin
      if (source_q == 3'(k)) begin
        told = scalars[k];
      end
    end
    reads = told ? lane_q == representative : read[lane_q];
  end
  assign lends_o = valid && source_q < 3'd6 && ((scalar_q && reads && lane_q != holder_q) || told != scalar_q);

  logic as_program, as_one;
  assign as_program = !one_lane && executed == active_q && read == read_q;
  assign as_one = one_lane && executed == 32'd1 << holder_q && read == executed && representative == holder_q;
  assign differs_o = valid && !as_program && (all_execute_q || !as_one);

  logic unused;
  assign unused = ^{path, of_path, similar, known[5]};

endmodule
`default_nettype wire
