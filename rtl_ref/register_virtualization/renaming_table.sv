// SPDX-License-Identifier: Apache-2.0
// The renaming table of an SM (Jeon2015, section 7.1): which physical register holds an architected
// one, in four banks, behind a queue of instructions whose registers are to be found.
//
// Ports       read ports of a bank: 1, 2 or 4. Lane 4*p+b is port p of bank b; lanes of ports that do
//             not exist are zero.
// Entries     a multiple of 4, up to 3072. Entry e is row e / 4 of bank e % 4, and bit e of
//             mapped_entries_o; the bits of entries that do not exist are zero.
// Enter       two instructions, slot 0 the older one. Bits [10*s +: 10] of enter_registers_i are the
//             registers of slot s that are to be found, six sources and four destinations; one that
//             has none does not enter. Register k has entry enter_entries_i[16*(10*s+k) +: 12].
//             Bits [4*s +: 4] of enter_fresh_i: destinations that are to be given a register.
// Questions   at each edge the two oldest of those that wait and enter ask, lower registers first: with
//             one port for one lookup and one new register a bank, the older one first; with more, each
//             for Ports/2 lookups, the older one at the lower ports, and one new register a bank. Six
//             wait at most behind an edge (queue_waiting_o); of more, the youngest are lost.
// Lookups     bit l of answer_valid_o: lane l was asked for register answer_lookups_o[4*l +: 4] of
//             the instruction of unit answer_units_o[4*l +: 4].
// Releases    lane b ends the mapping of row release_rows_i[16*b +: 16] of bank b, when no lookup
//             takes its last port: answer_released_o, else answer_refused_o. Its tag, of twelve bits,
//             comes back with either; answer_tags_o is zero in other lanes.
// Answers     of lookups, and of releases in the lane of the last port: bit l of answer_mapped_o is set
//             when there was a mapping, bits [16*l +: 16] of answer_registers_o are the register, else
//             zero. unmapped_* has the same registers of releases alone, by bank.
// Allocations request 2*c+h of request_valid_o is for a register of cluster c: destination
//             tag_destinations_o[2*(2*c+h) +: 2] of unit tag_units_o[4*h +: 4]. Entries of bank b
//             belong to cluster (b + enter_rotations_i[2*s +: 2]) % 4. The allocator's answer is on
//             grant_* in the cycle behind, and the ten lower bits of the register are mapped then.
//             asked_* are the requests and tags of the cycle before, which are answered there.
// Latency     inputs are sampled at a rising edge. A lookup sees the table as it was before the edge
//             that asks, and is answered behind it; an instruction may ask at the edge that takes
//             it. mapped_entries_o are the flip-flops behind the edge.
// Reset       asynchronous; nothing is mapped, none waits, all outputs are zero.
//
//   of one entry in one cycle       it holds behind the edge
//   nothing, or read                what it held
//   released                        no mapping
//   mapped, released or not         the new mapping, of two that of the younger instruction
//   row that the bank has not       there is none: not mapped, and nothing changes
`include "rtl_ref/assertions.svh"
`default_nettype none

module renaming_table #(
  parameter int unsigned Entries = 820,
  parameter int unsigned Ports = 4,
  localparam int unsigned Banks = 4,
  localparam int unsigned MostPorts = 4,
  localparam int unsigned MostEntries = 3072,
  localparam int unsigned Rows = (Entries < Banks) ? 1 : Entries / Banks,
  localparam int unsigned Slots = 2,
  localparam int unsigned Lanes = Banks * Ports,
  localparam int unsigned PinLanes = Banks * MostPorts,
  localparam int unsigned Writes = (Ports == 1) ? 1 : Slots,
  localparam int unsigned MapLanes = Banks * Writes,
  localparam int unsigned Registers = 10,
  localparam int unsigned Requests = 8,
  localparam int unsigned TagBits = 12
) (
  input  wire logic                          clk_i,
  input  wire logic                          rst_ni,
  input  wire logic [Registers*Slots-1:0]    enter_registers_i,
  input  wire logic [4*Slots-1:0]            enter_fresh_i,
  input  wire logic [4*Slots-1:0]            enter_units_i,
  input  wire logic [2*Slots-1:0]            enter_rotations_i,
  input  wire logic [16*Registers*Slots-1:0] enter_entries_i,
  input  wire logic [Banks-1:0]              release_valid_i,
  input  wire logic [16*Banks-1:0]           release_rows_i,
  input  wire logic [TagBits*Banks-1:0]      release_tags_i,
  input  wire logic [Requests-1:0]           grant_valid_i,
  input  wire logic [16*Requests-1:0]        grant_registers_i,
  output logic      [PinLanes-1:0]           answer_valid_o,
  output logic      [Banks-1:0]              answer_released_o,
  output logic      [Banks-1:0]              answer_refused_o,
  output logic      [PinLanes-1:0]           answer_mapped_o,
  output logic      [4*PinLanes-1:0]         answer_units_o,
  output logic      [4*PinLanes-1:0]         answer_lookups_o,
  output logic      [16*PinLanes-1:0]        answer_registers_o,
  output logic      [TagBits*Banks-1:0]      answer_tags_o,
  output logic      [Requests-1:0]           request_valid_o,
  output logic      [4*Slots-1:0]            tag_units_o,
  output logic      [2*Requests-1:0]         tag_destinations_o,
  output logic      [MostEntries-1:0]        mapped_entries_o,
  output logic      [2:0]                    queue_waiting_o,
  output logic      [Banks-1:0]              unmapped_valid_o,
  output logic      [16*Banks-1:0]           unmapped_registers_o,
  output logic      [Requests-1:0]           asked_valid_o,
  output logic      [4*Slots-1:0]            asked_tag_units_o,
  output logic      [2*Requests-1:0]         asked_tag_destinations_o
);

  if (Entries < Banks || Entries > MostEntries || Entries % Banks != 0) begin : gen_check_entries
    $error("renaming_table: Entries must be 4 to 3072, a multiple of 4");
  end
  if (Ports != 1 && Ports != 2 && Ports != 4) begin : gen_check_ports
    $error("renaming_table: Ports must be 1, 2 or 4");
  end

  logic [140*Slots-1:0] enter;
  logic [10*Requests-1:0] granted;
  always_comb begin
    for (int unsigned s = 0; s < Slots; s++) begin
      enter[140*s +: 20] = {enter_fresh_i[4*s +: 4], enter_registers_i[Registers*s +: Registers],
                            enter_rotations_i[2*s +: 2], enter_units_i[4*s +: 4]};
      for (int unsigned k = 0; k < Registers; k++) begin
        enter[140*s+20+12*k +: 12] = enter_entries_i[16*(Registers*s+k) +: 12];
      end
    end
    for (int unsigned q = 0; q < Requests; q++) begin
      granted[10*q +: 10] = grant_registers_i[16*q +: 10];
    end
  end

  logic [Lanes-1:0] lookups;
  logic [4*Lanes-1:0] units, numbers;
  logic [10*Lanes-1:0] rows;
  logic [MapLanes-1:0] allocates, allocate_heads;
  logic [10*MapLanes-1:0] allocate_rows;
  logic [2*MapLanes-1:0] clusters, destinations;
  logic [4*Slots-1:0] head_units;
  rename_queue #(
    .Ports(Ports)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .enter_i(enter),
    .lookup_valid_o(lookups),
    .lookup_units_o(units),
    .lookup_numbers_o(numbers),
    .lookup_rows_o(rows),
    .allocate_valid_o(allocates),
    .allocate_heads_o(allocate_heads),
    .allocate_clusters_o(clusters),
    .allocate_destinations_o(destinations),
    .allocate_rows_o(allocate_rows),
    .head_units_o(head_units),
    .waiting_o(queue_waiting_o)
  );

  logic [3*MapLanes-1:0] lanes;
  allocation_requests #(
    .Lanes(MapLanes)
  ) u_requests (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .allocate_valid_i(allocates),
    .allocate_heads_i(allocate_heads),
    .allocate_clusters_i(clusters),
    .allocate_destinations_i(destinations),
    .units_i(head_units),
    .lanes_o(lanes),
    .request_o(request_valid_o),
    .destinations_o(tag_destinations_o),
    .units_o(tag_units_o)
  );

  logic [Banks-1:0] taken, releases;
  logic [TagBits*Banks-1:0] tags;
  assign taken = lookups[Lanes-1 -: Banks];
  assign releases = release_valid_i & ~taken;
  for (genvar b = 0; b < Banks; b++) begin : gen_tag
    assign tags[TagBits*b +: TagBits] = release_tags_i[TagBits*b +: TagBits] & {TagBits{release_valid_i[b]}};
  end

  logic [Lanes-1:0] valid_q, mapped;
  logic [Banks-1:0] released_q, refused_q;
  logic [4*Lanes-1:0] units_q, numbers_q;
  logic [TagBits*Banks-1:0] tags_q;
  logic [Requests-1:0] asked_q;
  logic [4*Slots-1:0] asked_units_q;
  logic [2*Requests-1:0] asked_destinations_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      released_q <= '0;
      refused_q <= '0;
      units_q <= '0;
      numbers_q <= '0;
      tags_q <= '0;
      asked_q <= '0;
      asked_units_q <= '0;
      asked_destinations_q <= '0;
    end else begin
      valid_q <= lookups;
      released_q <= releases;
      refused_q <= release_valid_i & taken;
      units_q <= units;
      numbers_q <= numbers;
      tags_q <= tags;
      asked_q <= request_valid_o;
      asked_units_q <= tag_units_o;
      asked_destinations_q <= tag_destinations_o;
    end
  end
  assign answer_valid_o = PinLanes'(valid_q);
  assign answer_released_o = released_q;
  assign answer_refused_o = refused_q;
  assign answer_units_o = (4*PinLanes)'(units_q);
  assign answer_lookups_o = (4*PinLanes)'(numbers_q);
  assign answer_mapped_o = PinLanes'(mapped);
  assign answer_tags_o = tags_q;
  assign unmapped_valid_o = released_q & mapped[Lanes-1 -: Banks];
  assign asked_valid_o = asked_q;
  assign asked_tag_units_o = asked_units_q;
  assign asked_tag_destinations_o = asked_destinations_q;

  if (Ports < MostPorts) begin : gen_no_ports
    assign answer_registers_o[16*PinLanes-1:16*Lanes] = '0;
  end
  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    logic [Writes-1:0] map;
    logic [16*Writes-1:0] map_rows;
    logic [10*Writes-1:0] map_registers;
    for (genvar w = 0; w < Writes; w++) begin : gen_mapping
      logic [9:0] row;
      granted_mapping u_mapping (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .request_i(allocates[Banks*w+b]),
        .request_lane_i(lanes[3*(Banks*w+b) +: 3]),
        .request_row_i(allocate_rows[10*(Banks*w+b) +: 10]),
        .grant_valid_i(grant_valid_i),
        .grant_registers_i(granted),
        .map_o(map[w]),
        .map_row_o(row),
        .map_register_o(map_registers[10*w +: 10])
      );
      assign map_rows[16*w +: 16] = 16'(row);
    end

    // A release takes the last port, when no lookup does.
    logic [Ports-1:0] access, found;
    logic [16*Ports-1:0] access_rows;
    logic [10*Ports-1:0] registers;
    for (genvar p = 0; p < Ports; p++) begin : gen_port
      localparam bit Last = p == Ports - 1;
      localparam int unsigned Lane = Banks * p + b;
      assign access[p] = lookups[Lane] || (Last && release_valid_i[b]);
      assign access_rows[16*p +: 16] = (!Last || lookups[Lane]) ? 16'(rows[10*Lane +: 10]) :
                                                                  release_rows_i[16*b +: 16];
      assign mapped[Lane] = found[p];
      assign answer_registers_o[16*Lane +: 16] = 16'(registers[10*p +: 10]);
    end

    logic [Rows-1:0] mapped_rows;
    renaming_bank #(
      .Rows(Rows),
      .Reads(Ports),
      .Writes(Writes)
    ) u_bank (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .access_i(access),
      .release_i(releases[b]),
      .access_rows_i(access_rows),
      .map_i(map),
      .map_rows_i(map_rows),
      .map_registers_i(map_registers),
      .mapped_o(found),
      .registers_o(registers),
      .rows_o(mapped_rows)
    );

    assign unmapped_registers_o[16*b +: 16] = {6'b0, registers[10*Ports-1 -: 10] & {10{released_q[b]}}};
    for (genvar r = 0; r < Rows; r++) begin : gen_row
      assign mapped_entries_o[Banks*r+b] = mapped_rows[r];
    end
  end

  if (Entries < MostEntries) begin : gen_absent
    assign mapped_entries_o[MostEntries-1:Entries] = '0;
  end

  logic unused_bits;
  always_comb begin
    unused_bits = 1'b0;
    for (int unsigned k = 0; k < Registers * Slots; k++) begin
      unused_bits = unused_bits ^ (^enter_entries_i[16*k+12 +: 4]);
    end
    for (int unsigned q = 0; q < Requests; q++) begin
      unused_bits = unused_bits ^ (^grant_registers_i[16*q+10 +: 6]);
    end
  end

  `HEDDLE_ASSERT(FoundByAnAccess,
                 (mapped & ~valid_q & ~(Lanes'(released_q) << (Lanes - Banks))) == '0)
  `HEDDLE_ASSERT(OneAnswerAPort, (valid_q[Lanes-1 -: Banks] & released_q) == '0)
  `HEDDLE_ASSERT_NEXT(NothingIsFoundInAnEmptyTable, mapped_entries_o == '0, answer_mapped_o == '0)

endmodule
`default_nettype wire
