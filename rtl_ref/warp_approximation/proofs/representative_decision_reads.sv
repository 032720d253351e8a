// No lane reads what it does not hold. A source that is stored as a scalar for the path of the instruction lies
// in the lane that represents the path, and nowhere else: for any lane and any source, when the source is such
// a scalar, only that lane reads it. And what one lane is said to hold for all is such a scalar.
`default_nettype none

module representative_decision_reads (
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

  // Is the chosen source a scalar of the path that has the active lanes, and which lane holds it?
  logic in_first, scalar_d, scalar_q;
  logic [4:0] holder_q, lane_q;
  logic [2:0] source_q;
  assign in_first = (active_i | lanes_i[31:0]) == lanes_i[31:0];
  always_comb begin
    scalar_d = 1'b0;
    for (int unsigned k = 0; k < 6; k++) begin
      if (source_i == 3'(k)) begin
        scalar_d = sources_i[k] && (in_first ? known_i[16*k+6] : known_i[16*k+14]);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    source_q <= source_i;
    lane_q <= lane_i;
    scalar_q <= scalar_d;
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

  assign wrong_o = valid && source_q < 3'd6 && ((scalar_q && reads && lane_q != holder_q) || told != scalar_q);

  logic unused;
  assign unused = ^{executed, path, of_path, similar, one_lane};

endmodule
`default_nettype wire
