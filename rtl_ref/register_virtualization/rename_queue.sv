// SPDX-License-Identifier: Apache-2.0
// The instructions that wait for their registers to be looked up, by age; the two oldest ask.
//
// Instruction its unit (4 bits), the rotation of its clusters (2), the registers still to be asked
//             for, which destinations are to be given a register, and the entries of all registers:
//             Width bits in all. Bits [Width*s +: Width] of enter_i enter, slot 0 as the older one,
//             when they have registers to be asked for; they may ask in the same cycle.
// Questions   as rename_head, of both instructions; of allocations allocate_heads_o says whose. With
//             one port a bank the two share it, and the older one asks first; with more, the older
//             one has the lanes of the lower half, and the younger one the others.
// Room        Places instructions wait at most behind an edge; of more, the youngest are lost.
// Latency     questions are combinational; waiting_o is a register: how many wait behind the edge.
// Reset       asynchronous; none waits.
`default_nettype none

module rename_queue #(
  parameter int unsigned Places = 6,
  parameter int unsigned Sources = 6,
  parameter int unsigned Destinations = 4,
  parameter int unsigned RowBits = 10,
  parameter int unsigned Ports = 4,
  localparam int unsigned Banks = 4,
  localparam int unsigned Slots = 2,
  localparam bit Shared = Ports == 1,
  localparam int unsigned Picks = Shared ? 1 : Ports / 2,
  localparam int unsigned Lanes = Banks * Ports,
  localparam int unsigned MapLanes = Shared ? Banks : Banks * Slots,
  localparam int unsigned Registers = Sources + Destinations,
  localparam int unsigned Width = 6 + Registers + Destinations + (RowBits + 2) * Registers
) (
  input  wire logic                           clk_i,
  input  wire logic                           rst_ni,
  input  wire logic [Width*Slots-1:0]         enter_i,
  output logic      [Lanes-1:0]               lookup_valid_o,
  output logic      [4*Lanes-1:0]             lookup_units_o,
  output logic      [4*Lanes-1:0]             lookup_numbers_o,
  output logic      [RowBits*Lanes-1:0]       lookup_rows_o,
  output logic      [MapLanes-1:0]            allocate_valid_o,
  output logic      [MapLanes-1:0]            allocate_heads_o,
  output logic      [2*MapLanes-1:0]          allocate_clusters_o,
  output logic      [2*MapLanes-1:0]          allocate_destinations_o,
  output logic      [RowBits*MapLanes-1:0]    allocate_rows_o,
  output logic      [4*Slots-1:0]             head_units_o,  // of the two that ask
  output logic      [2:0]                     waiting_o
);

  localparam int unsigned First = 6;  // of the bits that say what is to be asked for
  localparam int unsigned Half = Banks * Picks;  // lanes that an instruction may have

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

  logic [Half*Slots-1:0] lookup_valid;
  logic [4*Half*Slots-1:0] lookup_numbers;
  logic [RowBits*Half*Slots-1:0] lookup_rows;
  logic [Banks*Slots-1:0] allocate_valid;
  logic [RowBits*Banks*Slots-1:0] allocate_rows;
  logic [2*Banks*Slots-1:0] destinations;
  logic [Registers*Slots-1:0] rest;
  for (genvar h = 0; h < Slots; h++) begin : gen_head
    rename_head #(
      .Sources(Sources),
      .Destinations(Destinations),
      .RowBits(RowBits),
      .Picks(Picks)
    ) u_head (
      .registers_i(all[Width*h+First +: Registers]),
      .fresh_i(all[Width*h+First+Registers +: Destinations]),
      .entries_i(all[Width*(h+1)-1 -: (RowBits+2)*Registers]),
      .looked_up_i((h == 0 || !Shared) ? '0 : lookup_valid[0 +: Banks]),
      .allocated_i((h == 0 || !Shared) ? '0 : allocate_valid[0 +: Banks]),
      .lookup_valid_o(lookup_valid[Half*h +: Half]),
      .lookup_numbers_o(lookup_numbers[4*Half*h +: 4*Half]),
      .lookup_rows_o(lookup_rows[RowBits*Half*h +: RowBits*Half]),
      .allocate_valid_o(allocate_valid[Banks*h +: Banks]),
      .allocate_destinations_o(destinations[2*Banks*h +: 2*Banks]),
      .allocate_rows_o(allocate_rows[RowBits*Banks*h +: RowBits*Banks]),
      .rest_o(rest[Registers*h +: Registers])
    );
  end
  assign head_units_o = {all[Width +: 4], all[0 +: 4]};

  // By head and lane of it.
  logic [4*Half*Slots-1:0] units;
  logic [2*Banks*Slots-1:0] clusters;
  always_comb begin
    for (int unsigned h = 0; h < Slots; h++) begin
      for (int unsigned l = 0; l < Half; l++) begin
        units[4*(Half*h+l) +: 4] = head_units_o[4*h +: 4] & {4{lookup_valid[Half*h+l]}};
      end
      for (int unsigned b = 0; b < Banks; b++) begin
        clusters[2*(Banks*h+b) +: 2] = 2'(b) + all[Width*h+4 +: 2];
      end
    end
  end

  if (Shared) begin : gen_shared
    assign lookup_valid_o = lookup_valid[0 +: Banks] | lookup_valid[Banks +: Banks];
    assign lookup_units_o = units[0 +: 4*Banks] | units[4*Banks +: 4*Banks];
    assign lookup_numbers_o = lookup_numbers[0 +: 4*Banks] | lookup_numbers[4*Banks +: 4*Banks];
    assign lookup_rows_o =
        lookup_rows[0 +: RowBits*Banks] | lookup_rows[RowBits*Banks +: RowBits*Banks];
    assign allocate_valid_o = allocate_valid[0 +: Banks] | allocate_valid[Banks +: Banks];
    assign allocate_heads_o = allocate_valid[Banks +: Banks];
    assign allocate_destinations_o = destinations[0 +: 2*Banks] | destinations[2*Banks +: 2*Banks];
    assign allocate_rows_o =
        allocate_rows[0 +: RowBits*Banks] | allocate_rows[RowBits*Banks +: RowBits*Banks];
    for (genvar b = 0; b < Banks; b++) begin : gen_cluster
      assign allocate_clusters_o[2*b +: 2] =
          allocate_heads_o[b] ? clusters[2*(Banks+b) +: 2] : clusters[2*b +: 2];
    end
  end else begin : gen_own
    assign lookup_valid_o = lookup_valid;
    assign lookup_units_o = units;
    assign lookup_numbers_o = lookup_numbers;
    assign lookup_rows_o = lookup_rows;
    assign allocate_valid_o = allocate_valid;
    assign allocate_heads_o = {{Banks{1'b1}}, {Banks{1'b0}}};
    assign allocate_destinations_o = destinations;
    assign allocate_rows_o = allocate_rows;
    assign allocate_clusters_o = clusters;
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
