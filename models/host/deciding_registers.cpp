// SPDX-License-Identifier: Apache-2.0
#include "models/host/deciding_registers.hpp"

#include <algorithm>
#include <bitset>

#include "models/ptx/program/special_registers.hpp"

namespace heddle {
namespace {

using Registers = std::bitset<256>;

/// Whether it does anything but write registers.
bool acts(const ptx::Instruction& i) {
  return i.control != ptx::Control::none || i.memory.space != ptx::Space::none || i.copy.any() ||
         i.predicate_count != 0;
}

bool writes_one_of(const ptx::Instruction& i, const Registers& registers) {
  for (unsigned k = 0; k < i.destination_count; ++k)
    if (registers[i.destinations[k]]) return true;
  return false;
}

/// Whether it reads a special register that changes while the warp executes.
bool reads_time(const ptx::Instruction& i) {
  return std::ranges::any_of(i.operand, [](const ptx::OperandRef& o) {
    return o.kind == ptx::OperandRef::Kind::special && !ptx::is_fixed_special(o.index);
  });
}

}  // namespace

std::optional<std::vector<std::uint8_t>> deciding_registers(const ptx::Kernel& kernel,
                                                            const std::vector<std::uint32_t>& visited) {
  Registers deciding;
  for (bool more = true; more;) {
    const std::size_t before = deciding.count();
    for (const std::uint32_t pc : visited) {
      const ptx::Instruction& i = kernel.code[pc];
      if (!acts(i) && !writes_one_of(i, deciding)) continue;
      if (reads_time(i)) return std::nullopt;
      for (unsigned k = 0; k < i.source_count; ++k) deciding.set(i.sources[k]);
    }
    more = deciding.count() != before;
  }
  std::vector<std::uint8_t> all;
  for (unsigned r = 0; r < deciding.size(); ++r)
    if (deciding[r]) all.push_back(static_cast<std::uint8_t>(r));
  return all;
}

}  // namespace heddle
