// The instructions that wait for their registers to be looked up, by age; the two oldest ask.
//
// Instruction its unit (4 bits), the rotation of its clusters (2), the registers still to be asked
//             for, which destinations are to be given a register, and the entries of all registers:
//             Width bits in all. Bits [Width*s +: Width] of enter_i enter, slot 0 as the older one,
//             when they have registers to be asked for; they may ask in the same cycle.
// Questions   as rename_head, of both instructions; of allocations allocate_heads_o says whose.
// Room        Places instructions wait at most behind an edge; of more, the youngest are lost.
// Latency     questions are combinational; waiting_o is a register: how many wait behind the edge.
// Reset       asynchronous; none waits.
`default_nettype none

module rename_queue #(
  parameter int unsigned Places = 6,
  parameter int unsigned Sources = 6,
  parameter int unsigned Destinations = 4,
  parameter int unsigned RowBits = 10,
  localparam int unsigned Banks = 4,
  localparam int unsigned Slots = 2,
  localparam int unsigned Registers = Sources + Destinations,
  localparam int unsigned Width = 6 + Registers + Destinations + (RowBits + 2) * Registers
) (
  input  wire logic                           clk_i,
  input  wire logic                           rst_ni,
  input  wire logic [Width*Slots-1:0]         enter_i,
  output logic      [Banks-1:0]               lookup_valid_o,
  output logic      [4*Banks-1:0]             lookup_units_o,
  output logic      [4*Banks-1:0]             lookup_numbers_o,
  output logic      [RowBits*Banks-1:0]       lookup_rows_o,
  output logic      [Banks-1:0]               allocate_valid_o,
  output logic      [Banks-1:0]               allocate_heads_o,
  output logic      [2*Banks-1:0]             allocate_clusters_o,
  output logic      [2*Banks-1:0]             allocate_destinations_o,
  output logic      [RowBits*Banks-1:0]       allocate_rows_o,
  output logic      [4*Slots-1:0]             head_units_o,  // of the two that ask
  output logic      [2:0]                     waiting_o
);

  localparam int unsigned First = 6;  // of the bits that say what is to be asked for
  localparam int unsigned RowsWidth = RowBits * Banks;

  logic [Width*Places-1:0] places_d, places_q;
  logic [2:0] waiting_d, waiting_q;

  // Those that wait, and behind them those that enter. Places that are free are zero.
  logic [Width*(Places+Slots)-1:0] all;
  logic [Width-1:0] older, younger;
  logic [Slots-1:0] enters;
  always_comb begin
    for (int unsigned s = 0; s < Slots; s++) begin
      enters[s] = enter_i[Width*s+First +: Registers] != '0;
    end
    older = enters[0] ? enter_i[0 +: Width] : enter_i[Width +: Width] & {Width{enters[1]}};
    younger = enter_i[Width +: Width] & {Width{enters == '1}};
    for (int unsigned p = 0; p < Places + Slots; p++) begin
      all[Width*p +: Width] = (older & {Width{32'(waiting_q) == p}}) |
                              (younger & {Width{32'(waiting_q) + 1 == p}});
      if (p < Places) begin
        all[Width*p +: Width] = all[Width*p +: Width] | places_q[Width*p +: Width];
      end
    end
  end

  logic [Banks*Slots-1:0] lookup_valid, allocate_valid;
  logic [4*Banks*Slots-1:0] lookup_numbers;
  logic [RowsWidth*Slots-1:0] lookup_rows, allocate_rows;
  logic [2*Banks*Slots-1:0] destinations;
  logic [Registers*Slots-1:0] rest;
  for (genvar h = 0; h < Slots; h++) begin : gen_head
    rename_head #(
      .Sources(Sources),
      .Destinations(Destinations),
      .RowBits(RowBits)
    ) u_head (
      .registers_i(all[Width*h+First +: Registers]),
      .fresh_i(all[Width*h+First+Registers +: Destinations]),
      .entries_i(all[Width*(h+1)-1 -: (RowBits+2)*Registers]),
      .looked_up_i((h == 0) ? '0 : lookup_valid[0 +: Banks]),
      .allocated_i((h == 0) ? '0 : allocate_valid[0 +: Banks]),
      .lookup_valid_o(lookup_valid[Banks*h +: Banks]),
      .lookup_numbers_o(lookup_numbers[4*Banks*h +: 4*Banks]),
      .lookup_rows_o(lookup_rows[RowsWidth*h +: RowsWidth]),
      .allocate_valid_o(allocate_valid[Banks*h +: Banks]),
      .allocate_destinations_o(destinations[2*Banks*h +: 2*Banks]),
      .allocate_rows_o(allocate_rows[RowsWidth*h +: RowsWidth]),
      .rest_o(rest[Registers*h +: Registers])
    );
  end

  assign head_units_o = {all[Width +: 4], all[0 +: 4]};
  assign lookup_valid_o = lookup_valid[0 +: Banks] | lookup_valid[Banks +: Banks];
  assign lookup_numbers_o = lookup_numbers[0 +: 4*Banks] | lookup_numbers[4*Banks +: 4*Banks];
  assign lookup_rows_o = lookup_rows[0 +: RowsWidth] | lookup_rows[RowsWidth +: RowsWidth];
  assign allocate_valid_o = allocate_valid[0 +: Banks] | allocate_valid[Banks +: Banks];
  assign allocate_heads_o = allocate_valid[Banks +: Banks];
  assign allocate_destinations_o = destinations[0 +: 2*Banks] | destinations[2*Banks +: 2*Banks];
  assign allocate_rows_o = allocate_rows[0 +: RowsWidth] | allocate_rows[RowsWidth +: RowsWidth];
  always_comb begin
    for (int unsigned b = 0; b < Banks; b++) begin
      lookup_units_o[4*b +: 4] = (head_units_o[0 +: 4] & {4{lookup_valid[b]}}) |
                                 (head_units_o[4 +: 4] & {4{lookup_valid[Banks+b]}});
      allocate_clusters_o[2*b +: 2] =
          2'(b) + (allocate_heads_o[b] ? all[Width+4 +: 2] : all[4 +: 2]);
    end
  end

  // Without the heads that have asked for all.
  logic [Width*(Places+Slots)-1:0] asked;
  logic [Width*Places-1:0] behind_one;
  logic [Slots-1:0] gone;
  always_comb begin
    asked = all;
    for (int unsigned h = 0; h < Slots; h++) begin
      asked[Width*h+First +: Registers] = rest[Registers*h +: Registers];
      gone[h] = rest[Registers*h +: Registers] == '0;
    end
    behind_one = asked[Width +: Width*Places];
    if (!gone[0]) begin
      behind_one[0 +: Width] = asked[0 +: Width];
    end
    places_d = (gone == '0) ? asked[0 +: Width*Places] :
               (gone == '1) ? asked[2*Width +: Width*Places] : behind_one;
    waiting_d = '0;
    for (int unsigned p = 0; p < Places; p++) begin
      waiting_d = waiting_d + 3'(places_d[Width*p+First +: Registers] != '0);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      places_q <= '0;
      waiting_q <= '0;
    end else begin
      places_q <= places_d;
      waiting_q <= waiting_d;
    end
  end
  assign waiting_o = waiting_q;

endmodule
`default_nettype wire
