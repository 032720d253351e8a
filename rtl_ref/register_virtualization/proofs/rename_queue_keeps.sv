// SPDX-License-Identifier: Apache-2.0
// Whatever enters, where there is room: of an instruction of any unit, each register is asked for
// once, with its own bank, row and kind, and none is forgotten; and something is asked for whenever
// an instruction waits.
`default_nettype none

module rename_queue_keeps #(
  parameter int unsigned Places = 6,
  parameter int unsigned Sources = 6,
  parameter int unsigned Destinations = 4,
  parameter int unsigned RowBits = 10,
  parameter int unsigned Ports = 4,
  localparam int unsigned Banks = 4,
  localparam int unsigned Lanes = Banks * Ports,
  localparam int unsigned MapLanes = (Ports == 1) ? Banks : 2 * Banks,
  localparam int unsigned Slots = 2,
  localparam int unsigned Registers = Sources + Destinations,
  localparam int unsigned EntryBits = RowBits + 2,
  localparam int unsigned Width = 6 + Registers + Destinations + EntryBits * Registers
) (
  input  wire logic                   clk_i,
  input  wire logic [3:0]             chosen_i,
  input  wire logic [Width*Slots-1:0] enter_i,
  output logic                        wrong_o
);

  logic started_q = 1'b0;
  logic [3:0] chosen_q;
  logic [2:0] waiting;

  // Its registers that are still to be asked for, their kind and their entries.
  logic [Registers-1:0] open, open_q;
  logic [Destinations-1:0] fresh, fresh_q;
  logic [EntryBits*Registers-1:0] entries, entries_q;

  // What enters: where there is room, and of the chosen unit only when none of it waits.
  logic [Width*Slots-1:0] enter;
  logic is_chosen;
  always_comb begin
    enter = enter_i;
    open = open_q;
    fresh = fresh_q;
    entries = entries_q;
    for (int unsigned s = 0; s < Slots; s++) begin
      is_chosen = enter_i[Width*s +: 4] == chosen_q;
      if (32'(waiting) + s >= Places || (is_chosen && open != '0)) begin
        enter[Width*s+6 +: Registers] = '0;
      end else if (is_chosen) begin
        open = enter_i[Width*s+6 +: Registers];
        fresh = enter_i[Width*s+6+Registers +: Destinations];
        entries = enter_i[Width*(s+1)-1 -: EntryBits*Registers];
      end
    end
  end

  logic [Lanes-1:0] lookups;
  logic [MapLanes-1:0] allocates, heads;
  logic [4*Lanes-1:0] units, numbers;
  logic [RowBits*Lanes-1:0] rows;
  logic [RowBits*MapLanes-1:0] allocate_rows;
  logic [2*MapLanes-1:0] unused_clusters, destinations;
  logic [4*Slots-1:0] head_units;
  rename_queue #(
    .Places(Places),
    .Sources(Sources),
    .Destinations(Destinations),
    .RowBits(RowBits),
    .Ports(Ports)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .enter_i(enter),
    .lookup_valid_o(lookups),
    .lookup_units_o(units),
    .lookup_numbers_o(numbers),
    .lookup_rows_o(rows),
    .allocate_valid_o(allocates),
    .allocate_heads_o(heads),
    .allocate_clusters_o(unused_clusters),
    .allocate_destinations_o(destinations),
    .allocate_rows_o(allocate_rows),
    .head_units_o(head_units),
    .waiting_o(waiting)
  );

  // What is asked for the chosen unit. A register that is not open is never asked for.
  logic [Registers-1:0] kind, asked, asked_again, asked_wrongly;
  assign kind = {fresh, {Sources{1'b0}}};
  always_comb begin
    asked = '0;
    asked_again = '0;
    asked_wrongly = '0;
    for (int unsigned k = 0; k < Registers; k++) begin
      for (int unsigned l = 0; l < Lanes; l++) begin
        if (lookups[l] && units[4*l +: 4] == chosen_q && numbers[4*l +: 4] == 4'(k)) begin
          asked_again[k] = asked_again[k] || asked[k];
          asked[k] = 1'b1;
          if (entries[EntryBits*k +: EntryBits] != {rows[RowBits*l +: RowBits], 2'(l)} || kind[k]) begin
            asked_wrongly[k] = 1'b1;
          end
        end
      end
      for (int unsigned l = 0; l < MapLanes; l++) begin
        if (k >= Sources && allocates[l] &&
            head_units[4*heads[l] +: 4] == chosen_q &&
            destinations[2*l +: 2] == 2'(k - Sources)) begin
          asked_again[k] = asked_again[k] || asked[k];
          asked[k] = 1'b1;
          if (entries[EntryBits*k +: EntryBits] != {allocate_rows[RowBits*l +: RowBits], 2'(l)} ||
              !kind[k]) begin
            asked_wrongly[k] = 1'b1;
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      chosen_q <= chosen_i;
      open_q <= '0;
    end else begin
      open_q <= open & ~asked;
      fresh_q <= fresh;
      entries_q <= entries;
    end
  end

  assign wrong_o = started_q && ((asked & ~open) != '0 || asked_again != '0 ||
                                 asked_wrongly != '0 || (waiting == '0 && open_q != '0) ||
                                 (waiting != '0 && lookups == '0 && allocates == '0));

endmodule
`default_nettype wire
