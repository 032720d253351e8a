// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/register_virtualization/renaming_table/renaming_table.hpp"
#include "hw/sim/wire.hpp"

namespace heddle::renaming_table_test {

/// A table with its wires in a clock domain; `step` advances one edge and then clears the requests.
struct Bench {
  explicit Bench(RenamingTableConfig config = {.ports = 1}) : block("table", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.enter.port(enter_pins);
    block.io.release.port(release_pins);
    block.io.grant.port(grant_pins);
    block.io.answer.port(answer);
    block.io.request.port(request);
    block.io.tag.port(tag);
    block.io.mapped.port(mapped);
    block.io.queue.port(queue);
    block.io.unmapped.port(unmapped);
    block.io.asked.port(asked);
    block.io.asked_tag.port(asked_tag);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  /// Drives the pins for the next edge.
  void show() {
    enter_pins.write({entering});
    release_pins.write({releases});
    grant_pins.write({grants});
    entering = {};
    releases = {};
    grants = {};
  }
  TableAnswers step() {
    show();
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    return answer.read().payload;
  }
  /// Register k of the instruction in a slot has this entry.
  void enter(unsigned slot, unsigned unit, unsigned k, unsigned bank, unsigned row, bool fresh = false) {
    EnteringInstructions& e = entering;
    e.registers.value |= 1u << k << renamed_registers * slot;
    e.units.value |= static_cast<std::uint8_t>(unit << 4 * slot);
    if (fresh)
      e.fresh.value |=
          static_cast<std::uint8_t>(1u << (k - ptx::max_sources) << ptx::max_destinations * slot);
    e.entries[renamed_registers * slot + k] = static_cast<std::uint16_t>(row * table_banks + bank);
  }
  void ask(unsigned bank, unsigned row) { enter(0, 0, 0, bank, row); }
  void release(unsigned bank, unsigned row, std::uint64_t release_tag = 0) {
    releases.valid.value = static_cast<std::uint8_t>(releases.valid.value | 1u << bank);
    releases.rows[bank] = static_cast<std::uint16_t>(row);
    releases.tags.value |= release_tag << release_tag_bits * bank;
  }
  void grant(unsigned request_number, RegisterId reg) {
    grants.valid.value = static_cast<std::uint8_t>(grants.valid.value | 1u << request_number);
    grants.registers[request_number] = reg;
  }
  /// Maps an entry, which takes three edges. The entries of bank b belong to cluster b.
  void put(unsigned bank, unsigned row, RegisterId reg) {
    enter(0, 0, ptx::max_sources, bank, row, true);
    step();
    step();
    grant(2 * bank, reg);
    step();
  }
  unsigned held() const {
    unsigned n = 0;
    for (const std::uint64_t word : mapped.read().payload.entries)
      n += static_cast<unsigned>(std::popcount(word));
    return n;
  }
  unsigned waiting() const { return queue.read().payload.waiting.value; }
  unsigned requests() const { return request.read().payload.valid.value; }

  EnteringInstructions entering{};
  TableReleases releases{};
  AllocatedRegisters grants{};

  ClockDomain domain{"core", 1000};
  Wire<Level<EnteringInstructions>> enter_pins{"enter"};
  Wire<Level<TableReleases>> release_pins{"release"};
  Wire<Level<AllocatedRegisters>> grant_pins{"grant"};
  Wire<Level<TableAnswers>> answer{"answer"};
  Wire<Level<AllocationRequests>> request{"request"};
  Wire<Level<AllocationTags>> tag{"tag"};
  Wire<Level<TableState>> mapped{"mapped"};
  Wire<Level<QueueState>> queue{"queue"};
  Wire<Level<UnmappedRegisters>> unmapped{"unmapped"};
  Wire<Level<AllocationRequests>> asked{"asked"};
  Wire<Level<AllocationTags>> asked_tag{"asked_tag"};
  Wire<bool> rst_n{"rst_n"};
  RenamingTable block;
};

}  // namespace heddle::renaming_table_test
