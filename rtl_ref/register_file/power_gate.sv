// SPDX-License-Identifier: Apache-2.0
// Gates the parts of the register banks that hold nothing (Lee2015, section 5.3): each bank entry
// has a valid bit, RowsPerDomain consecutive entries of a bank are a power domain.
//
// Domains     bit 32*g+b of need_domains_i and power_*_o is bank b, entries g*RowsPerDomain and
//             those that follow. Bits of domains that do not exist are zero, and ignored in
//             need_domains_i.
// Writes      port p writes the banks write_banks_i[8*p +: 8] of its register's cluster. They
//             become valid; the register's other banks become invalid unless the write is partial.
//             Clearing by clear_* acts first. Registers from 1024 on are ignored.
// Conflicts   of several writes to a register the higher port acts last; of several registers that
//             are written in one bank the highest port's becomes valid there, for the bank has one
//             write port. A write that a higher port's whole one to its register replaces counts
//             for neither.
// Protocol    need_domains_i is kept until the write is done, what is written is awake, and no bank
//             is written twice. A write into a domain that is not awake counts, and does not wake
//             it.
// Latency     inputs are sampled at a rising edge; power_* shows the state after it; from
//             need_domains_i to power_awake_o it takes 1 + WakeUp edges (power_domain).
// Reset       asynchronous; nothing is valid, all is gated.
`default_nettype none

module power_gate #(
  parameter int unsigned RowsPerDomain = 256,
  parameter int unsigned WakeUp = 10,
  localparam int unsigned Clusters = 4,
  localparam int unsigned Banks = 8,  // of a cluster
  localparam int unsigned Entries = 256,
  localparam int unsigned Ports = 8,
  localparam int unsigned Domains = 128,
  localparam int unsigned Groups = Entries / RowsPerDomain
) (
  input  wire logic                   clk_i,
  input  wire logic                   rst_ni,
  input  wire logic [Domains-1:0]     need_domains_i,
  input  wire logic [Ports-1:0]       write_valid_i,
  input  wire logic [Ports-1:0]       write_partial_i,
  input  wire logic [Ports*16-1:0]    write_registers_i,
  input  wire logic [Ports*Banks-1:0] write_banks_i,
  input  wire logic [15:0]            clear_first_i,
  input  wire logic [15:0]            clear_count_i,
  input  wire logic                   clear_valid_i,
  output logic      [Domains-1:0]     power_awake_o,
  output logic      [Domains-1:0]     power_gated_o
);

  if (RowsPerDomain != 64 && RowsPerDomain != 128 && RowsPerDomain != 256) begin : gen_check_rows
    $error("power_gate: RowsPerDomain must be 64, 128 or 256");
  end
  if (WakeUp > 64) begin : gen_check_wake_up
    $error("power_gate: WakeUp must be 0 to 64");
  end

  logic [Ports-1:0] heard;
  logic [Ports-1:0] overruled;  // by a later whole write to the same register
  logic [Ports*Entries-1:0] entries;  // one-hot, of whole writes

  always_comb begin
    overruled = '0;
    for (int unsigned p = 0; p < Ports; p++) begin
      heard[p] = write_valid_i[p] && write_registers_i[16*p+10 +: 6] == '0;
      entries[Entries*p +: Entries] =
          Entries'(!write_partial_i[p]) << write_registers_i[16*p+2 +: 8];
      for (int unsigned later = p + 1; later < Ports; later++) begin
        if (write_valid_i[later] && !write_partial_i[later] &&
            write_registers_i[16*later +: 16] == write_registers_i[16*p +: 16]) begin
          overruled[p] = 1'b1;
        end
      end
    end
  end

  logic [17:0] first, past;
  assign first = 18'(clear_first_i);
  assign past = clear_valid_i ? first + 18'(clear_count_i) : first;

  for (genvar c = 0; c < Clusters; c++) begin : gen_cluster
    // Register r is entry r / 4 of cluster r % 4: the first entries whose registers are not below
    // the bounds.
    logic [17:0] from, to;
    assign from = (first + 18'(Clusters - 1 - c)) >> $clog2(Clusters);
    assign to = (past + 18'(Clusters - 1 - c)) >> $clog2(Clusters);

    logic [Ports-1:0] mine;
    logic [Entries-1:0] not_below, behind, keep;
    always_comb begin
      not_below = (from[17:8] == '0) ? {Entries{1'b1}} << from[7:0] : '0;
      behind = (to[17:8] == '0) ? {Entries{1'b1}} << to[7:0] : '0;
      keep = ~not_below | behind;
      for (int unsigned p = 0; p < Ports; p++) begin
        mine[p] = heard[p] && write_registers_i[16*p +: 2] == 2'(c);
        keep = keep & ~(entries[Entries*p +: Entries] & {Entries{mine[p]}});
      end
    end

    for (genvar b = 0; b < Banks; b++) begin : gen_bank
      logic write;
      logic [7:0] entry;
      logic [Groups-1:0] holding;

      always_comb begin
        write = 1'b0;
        entry = '0;
        for (int unsigned p = 0; p < Ports; p++) begin
          if (mine[p] && !overruled[p] && write_banks_i[Banks*p+b]) begin
            write = 1'b1;
            entry = write_registers_i[16*p+2 +: 8];
          end
        end
      end

      valid_bits #(
        .RowsPerDomain(RowsPerDomain)
      ) u_valid_bits (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .keep_i(keep),
        .write_i(write),
        .entry_i(entry),
        .holding_o(holding)
      );

      for (genvar g = 0; g < Groups; g++) begin : gen_group
        power_domain #(
          .WakeUp(WakeUp)
        ) u_power_domain (
          .clk_i(clk_i),
          .rst_ni(rst_ni),
          .need_i(need_domains_i[32*g+Banks*c+b]),
          .holding_i(holding[g]),
          .awake_o(power_awake_o[32*g+Banks*c+b]),
          .gated_o(power_gated_o[32*g+Banks*c+b])
        );
      end
    end
  end

  if (Groups < 4) begin : gen_absent
    logic unused_need;
    assign unused_need = |need_domains_i[Domains-1:32*Groups];
    assign power_awake_o[Domains-1:32*Groups] = '0;
    assign power_gated_o[Domains-1:32*Groups] = '0;
  end

endmodule
`default_nettype wire
