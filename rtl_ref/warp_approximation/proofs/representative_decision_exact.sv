// An instruction that may not be approximated, of which a source is not known to be equal in all lanes of its
// path, or whose results may differ all the same, is executed by its own lanes and reads its own; and so is
// whatever is not active in all lanes of a path. Else, if one lane executes, it is the representative, and the
// sources are similar at the level.
`default_nettype none

module representative_decision_exact (
  input  wire logic        clk_i,
  input  wire logic [2:0]  source_i,
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
  output logic             wrong_o
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

  // Any source: what is known of it in the path that has the active lanes.
  logic in_first, has, different, unequal;
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
    different = has && (!known[7] || known[4:0] > level_i);
    unequal = has && (!known[7] || known[4:0] != '0);
  end

  logic all_execute_d, all_execute_q;
  logic [31:0] active_q, read_q;
  logic [4:0] holder_q;
  assign all_execute_d = active_i != (in_first ? lanes_i[31:0] : lanes_i[63:32]) ||
                         (approximable_i ? different : unequal || !uniform_i);

  always_ff @(posedge clk_i) begin
    all_execute_q <= all_execute_d;
    active_q <= active_i;
    read_q <= read_i;
    holder_q <= in_first ? representative_i[4:0] : representative_i[12:8];
  end

  logic as_program, as_one;
  assign as_program = !one_lane && executed == active_q && read == read_q;
  assign as_one = one_lane && executed == 32'd1 << holder_q && read == executed && representative == holder_q;
  assign wrong_o = valid && !as_program && (all_execute_q || !as_one);

  logic unused;
  assign unused = ^{scalars, path, of_path, similar, known[6:5]};

endmodule
`default_nettype wire
