// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/program/line_space.hpp"

#include <fmt/format.h>

#include <bit>

#include "models/base/error.hpp"

namespace heddle::ptx {

namespace {

/// What lanes may reach.
struct Reach {
  std::size_t size;         ///< bytes
  std::uint32_t alignment;  ///< of an address
  const char* name;         ///< "reaches outside its ..."
};

/// Calls `access(lane, address)` for each active lane, whose address is `bits_by_lane` further for each lane
/// below it. Throws Error where its bytes are not within reach.
template <class Access>
void for_each_lane(const Instruction& i, LaneMask active, const Operands& operands, const Reach& reach,
                   std::uint32_t bits_by_lane, Access&& access) {
  LaneAddresses addresses{};
  effective_addresses(i, operands, addresses);
  const std::uint32_t bytes = std::uint32_t{i.memory.width} * i.memory.elements;
  const auto [size, alignment, beyond] = reach;
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t at = addresses[lane] + bits_by_lane * lane / 8;
    if (at > size || bytes > size - at || at % alignment != 0)
      throw Error({.what = fmt::format("lane {} of an assist warp reaches outside its {}", lane, beyond),
                   .value = fmt::format("{} bytes at {}", bytes, at),
                   .legal = fmt::format("addresses below {}", size)});
    access(lane, at);
  }
}

void access(const Instruction& i, LaneMask active, Operands& operands, std::uint32_t bits_by_lane) {
  for_each_lane(i, active, operands, {operands.line.size(), 1, "memory line"}, bits_by_lane,
                [&](unsigned lane, std::uint64_t at) {
                  if (i.memory.store)
                    store_value(i, operands, lane, &operands.line[at]);
                  else
                    load_value(i, operands, lane, &operands.line[at]);
                });
}

}  // namespace

void access_line(const Instruction& i, const WarpContext&, LaneMask active, Operands& operands) {
  access(i, active, operands, 0);
}

void access_line_by_lane(const Instruction& i, const WarpContext&, LaneMask active, Operands& operands) {
  access(i, active, operands, std::uint32_t{i.memory.width} * i.memory.elements * 8);
}

void access_line_bits(const Instruction& i, const WarpContext&, LaneMask active, Operands& operands) {
  const unsigned elements = !i.memory.store                                    ? i.predicate_count
                            : i.operand[2].kind == OperandRef::Kind::predicate ? 2
                                                                               : 1;
  if (!i.memory.store) operands.predicate = {};
  for_each_lane(i, active, operands, {operands.line.size(), 1, "memory line"}, elements,
                [&](unsigned lane, std::uint64_t at) {
                  for (unsigned e = 0; e < elements; ++e) {
                    const std::byte bit{static_cast<unsigned char>(1u << (elements * lane + e) % 8)};
                    if (!i.memory.store) {
                      if ((operands.line[at] & bit) != std::byte{0})
                        operands.predicate[e] |= LaneMask{1} << lane;
                      continue;
                    }
                    const bool set =
                        ((operands.predicate_source[e + 1] >> lane & 1) != 0) != i.operand[e + 1].negated;
                    operands.line[at] = set ? operands.line[at] | bit : operands.line[at] & ~bit;
                  }
                });
}

void read_tables(const Instruction& i, const WarpContext&, LaneMask active, Operands& operands) {
  const std::uint32_t bytes = std::uint32_t{i.memory.width} * i.memory.elements;
  for_each_lane(
      i, active, operands,
      {operands.tables.size(), bytes, "tables, or between multiples of the access's size"}, 0,
      [&](unsigned lane, std::uint64_t at) { load_value(i, operands, lane, &operands.tables[at]); });
}

}  // namespace heddle::ptx
