#include "hw/register_virtualization/renaming_table/renaming_table.hpp"

#include <bit>

#include "hw/sim/block_entry.hpp"

namespace heddle {

Cycle RenamingTable::tick(Cycle now) {
  if (io.in_reset()) {
    map_.reset();
    io.answer.put({});
    io.mapped.put({});
    return never;
  }
  const TableAccesses& access = io.access.payload();
  const TableMappings& map = io.map.payload();
  Level<TableAnswers> answer{};
  for (unsigned rest = access.valid.value; rest != 0; rest &= rest - 1) {
    const auto b = static_cast<unsigned>(std::countr_zero(rest));
    const auto found = map_.read(b, access.rows[b]);
    answer.payload.registers[b] = found.reg;
    if (found.mapped) answer.payload.mapped.value |= static_cast<std::uint8_t>(1u << b);
    if (access.release.value >> b & 1) map_.release(b, access.rows[b]);
  }
  answer.payload.valid = access.valid;
  for (unsigned rest = map.valid.value; rest != 0; rest &= rest - 1) {
    const auto b = static_cast<unsigned>(std::countr_zero(rest));
    map_.map(b, map.rows[b], map.registers[b] & table_register_mask);
  }
  io.answer.put(answer);
  const bool changes = (access.valid.value & access.release.value) != 0 || map.valid.value != 0;
  if (changes) io.mapped.put({{map_.mapped()}});
  return changes ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<RenamingTable>("register_virtualization")};

}  // namespace heddle
