// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/renaming_table/renaming_table.hpp"

#include <algorithm>
#include <utility>

#include "hw/sim/block_entry.hpp"

namespace heddle {
namespace {

/// Slot s of a pin with n bits a slot.
constexpr unsigned slice(std::uint64_t pin, unsigned s, unsigned n) {
  return static_cast<unsigned>(pin >> s * n & ((1u << n) - 1));
}

constexpr unsigned entry_mask = 0xfff;

template <class Pin>
void put(Pin& pin, unsigned position, unsigned value) {
  pin.value = static_cast<Pin::Storage>(pin.value | std::uint64_t{value} << position);
}

}  // namespace

WaitingInstruction entering_instruction(const EnteringInstructions& enter, unsigned s) {
  WaitingInstruction i;
  i.registers = static_cast<std::uint16_t>(slice(enter.registers.value, s, renamed_registers));
  i.fresh = static_cast<std::uint8_t>(slice(enter.fresh.value, s, ptx::max_destinations));
  i.unit = static_cast<std::uint8_t>(slice(enter.units.value, s, 4));
  i.rotation = static_cast<std::uint8_t>(slice(enter.rotations.value, s, 2));
  for (unsigned k = 0; k < renamed_registers; ++k)
    i.entries[k] = enter.entries[renamed_registers * s + k] & entry_mask;
  return i;
}

bool RenamingTable::rests(const PinsType& pins) {
  return pins.enter.payload().registers.value == 0 && pins.queue.payload().waiting.value == 0;
}

Cycle RenamingTable::tick(Cycle now) {
  if (io.in_reset()) {
    map_.reset();
    queue_.reset();
    requested_ = granted_ = {};
    request_ = {};
    tag_ = {};
    io.answer.put({});
    io.request.put({});
    io.tag.put({});
    io.mapped.put({});
    io.queue.put({});
    io.unmapped.put({});
    io.asked.put({});
    io.asked_tag.put({});
    return never;
  }
  const EnteringInstructions& enter = io.enter.payload();
  const RenameQueue::Questions questions =
      queue_.ask(std::array{entering_instruction(enter, 0), entering_instruction(enter, 1)});
  look_up(questions);
  const bool mapped = map(std::exchange(granted_, requested_));
  requested_ = request(questions);
  io.queue.put({{{static_cast<std::uint8_t>(queue_.waiting())}}});
  const auto open = [](const auto& q) { return q.valid; };
  const bool changes = mapped || std::ranges::any_of(questions.lookups, open) ||
                       std::ranges::any_of(requested_, open) || std::ranges::any_of(granted_, open) ||
                       queue_.waiting() != 0 || io.release.payload().valid.value != 0;
  return changes ? now + 1 : never;
}

void RenamingTable::look_up(const RenameQueue::Questions& questions) {
  answer_ = {};
  unmapped_ = {};
  TableAnswers& a = answer_.payload;
  for (unsigned lane = 0; lane < table_banks * queue_.ports(); ++lane) {
    const RenameQueue::Question& q = questions.lookups[lane];
    if (!q.valid) continue;
    const RenamingMap::Answer found = map_.read(lane % table_banks, q.row);
    a.registers[lane] = found.reg;
    put(a.mapped, lane, found.mapped);
    put(a.valid, lane, 1);
    put(a.units, 4 * lane, q.unit);
    put(a.lookups, 4 * lane, q.reg);
  }
  const unsigned last = table_banks * (queue_.ports() - 1);
  for (unsigned b = 0; b < table_banks; ++b)
    if (io.release.payload().valid.value >> b & 1) release(b, questions.lookups[last + b].valid);
  io.answer.put(answer_);
  io.unmapped.put(unmapped_);
}

/// Lookups see the table as it was before the releases of the cycle.
void RenamingTable::release(unsigned bank, bool port_taken) {
  const TableReleases& release = io.release.payload();
  TableAnswers& a = answer_.payload;
  a.tags.value |= std::uint64_t{tag_of(release.tags, bank)} << release_tag_bits * bank;
  put(port_taken ? a.refused : a.released, bank, 1);
  if (port_taken) return;
  const unsigned lane = table_banks * (queue_.ports() - 1) + bank;
  const RenamingMap::Answer found = map_.read(bank, release.rows[bank]);
  map_.release(bank, release.rows[bank]);
  a.registers[lane] = found.reg;
  put(a.mapped, lane, found.mapped);
  put(unmapped_.payload.valid, bank, found.mapped);
  unmapped_.payload.registers[bank] = found.reg;
}

RenamingTable::Mappings RenamingTable::request(const RenameQueue::Questions& questions) {
  io.asked.put(std::exchange(request_, {}));
  io.asked_tag.put(std::exchange(tag_, {}));
  Mappings mappings{};
  for (unsigned m = 0; m < RenameQueue::mapping_lanes; ++m) {
    const RenameQueue::Question& q = questions.allocations[m];
    if (!q.valid) continue;
    const unsigned lane = RenameQueue::heads * q.cluster + q.head;
    mappings[m] = {.valid = true, .request = static_cast<std::uint8_t>(lane), .row = q.row};
    put(request_.payload.valid, lane, 1);
    put(tag_.payload.units, 4 * q.head, q.unit);
    put(tag_.payload.destinations, 2 * lane, q.reg - ptx::max_sources);
  }
  io.request.put(request_);
  io.tag.put(tag_);
  return mappings;
}

/// Behind the releases of the cycle, those of the older instruction first. True when there is a new mapping.
bool RenamingTable::map(const Mappings& mappings) {
  const AllocatedRegisters& grant = io.grant.payload();
  bool mapped = false;
  for (unsigned lane = 0; lane < RenameQueue::mapping_lanes; ++lane) {
    const Mapping& m = mappings[lane];
    if (!m.valid || (grant.valid.value >> m.request & 1) == 0) continue;
    map_.map(lane % table_banks, m.row, grant.registers[m.request] & table_register_mask);
    mapped = true;
  }
  if (mapped || io.release.payload().valid.value != 0) io.mapped.put({{map_.mapped()}});
  return mapped;
}

static const Registration<BlockEntry> registration{block_entry<RenamingTable>("register_virtualization")};

}  // namespace heddle
