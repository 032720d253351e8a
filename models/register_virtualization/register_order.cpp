// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/register_order.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "models/register_virtualization/register_lifetime.hpp"

namespace heddle {
namespace {

using ptx::Instruction;

/// Registers that keep together: 1, 2 or 4 words, aligned to as many.
struct Unit {
  std::uint8_t first = 0, words = 1;
  RegisterLifetime lifetime{};
};

/// Raises the size of the units in which an instruction's neighbouring registers lie.
void join(std::span<const std::uint8_t> registers, std::array<std::uint8_t, 64>& words) {
  for (const unsigned size : {2u, 4u})
    for (std::size_t k = 0; k + size <= registers.size(); ++k) {
      const unsigned first = registers[k];
      bool row = first % size == 0;
      for (unsigned w = 1; w < size; ++w) row = row && registers[k + w] == first + w;
      if (!row) continue;
      for (unsigned r = first / size * size; r < first / size * size + size; ++r)
        words[r] = std::max(words[r], static_cast<std::uint8_t>(size));
    }
}

std::vector<Unit> units_of(const ptx::Kernel& kernel, const ReleasePoints& points) {
  std::array<std::uint8_t, 64> words{};
  words.fill(1);
  RegisterSet used = 0;
  for (const Instruction& i : kernel.code) {
    const auto sources = std::span(i.sources).first(i.source_count);
    const auto destinations = std::span(i.destinations).first(i.destination_count);
    used |= set_of(sources) | set_of(destinations);
    join(sources, words);
    join(destinations, words);
  }
  const std::vector<RegisterLifetime> lifetimes = register_lifetimes(kernel.code, points);
  std::vector<Unit> units;
  for (unsigned r = 0; r < kernel.registers; r += words[r]) {
    const RegisterSet own = first_registers(words[r]) << r;
    if ((used & own) == 0) continue;
    Unit unit{.first = static_cast<std::uint8_t>(r), .words = words[r]};
    for_each_register(own, [&](std::uint8_t member) {
      unit.lifetime.values += lifetimes[member].values;
      unit.lifetime.instructions += lifetimes[member].instructions;
    });
    units.push_back(unit);
  }
  return units;
}

/// Gives numbers from `next` on to the units, the largest that is aligned there first; returns the end.
std::uint32_t place(std::vector<Unit> units, std::uint32_t next, std::vector<std::uint8_t>& number) {
  std::stable_sort(units.begin(), units.end(),
                   [](const Unit& a, const Unit& b) { return a.words > b.words; });
  while (!units.empty()) {
    const auto fits =
        std::find_if(units.begin(), units.end(), [&](const Unit& u) { return next % u.words == 0; });
    if (fits == units.end()) {  // a number that stays unused
      ++next;
      continue;
    }
    for (unsigned w = 0; w < fits->words; ++w) number[fits->first + w] = static_cast<std::uint8_t>(next++);
    units.erase(fits);
  }
  return next;
}

}  // namespace

RegisterOrder order_registers(const ptx::Kernel& kernel, const ReleasePoints& points, std::uint32_t renamed) {
  RegisterOrder order{.registers = kernel.registers, .number = std::vector<std::uint8_t>(64)};
  for (unsigned r = 0; r < 64; ++r) order.number[r] = static_cast<std::uint8_t>(r);
  if (kernel.registers <= renamed) return order;

  std::vector<Unit> units = units_of(kernel, points);
  std::stable_sort(units.begin(), units.end(), [](const Unit& a, const Unit& b) {
    return a.lifetime.less_worth_renaming_than(b.lifetime);
  });
  for (std::size_t count = 1; count <= units.size(); ++count) {
    const std::span<const Unit> exempt = std::span(units).first(count),
                                rest = std::span(units).subspan(count);
    order.exempt = place({exempt.begin(), exempt.end()}, 0, order.number);
    order.registers = place({rest.begin(), rest.end()}, order.exempt, order.number);
    if (order.registers - order.exempt <= renamed && order.registers <= kernel.registers) break;
  }
  return order;
}

ptx::Kernel renumbered(const ptx::Kernel& kernel, const RegisterOrder& order) {
  ptx::Kernel result = kernel;
  for (Instruction& i : result.code) {
    for (unsigned k = 0; k < i.source_count; ++k) i.sources[k] = order.number[i.sources[k]];
    for (unsigned k = 0; k < i.destination_count; ++k) i.destinations[k] = order.number[i.destinations[k]];
  }
  result.registers = order.registers;
  return result;
}

}  // namespace heddle
