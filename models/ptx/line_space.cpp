#include "models/ptx/line_space.hpp"

#include <fmt/format.h>

#include <bit>

#include "models/base/error.hpp"

namespace heddle::ptx {

namespace {

/// Calls `access(lane, address)` for each active lane. Throws Error where that is not within `size` bytes, or
/// no multiple of `alignment`.
template <class Access>
void for_each_lane(const Instruction& i, LaneMask active, const Operands& operands, std::size_t size,
                   std::uint32_t alignment, const char* beyond, Access&& access) {
  LaneAddresses addresses{};
  effective_addresses(i, operands, addresses);
  const std::uint32_t bytes = std::uint32_t{i.memory.width} * i.memory.elements;
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t at = addresses[lane];
    if (at > size || bytes > size - at || at % alignment != 0)
      throw Error({.place = fmt::format("PTX line {}", i.line),
                   .what = fmt::format("lane {} of an assist warp reaches outside its {}", lane, beyond),
                   .value = fmt::format("{} bytes at {}", bytes, at),
                   .legal = fmt::format("addresses below {}", size)});
    access(lane, at);
  }
}

}  // namespace

void access_line(const Instruction& i, const WarpContext&, LaneMask active, Operands& operands) {
  for_each_lane(i, active, operands, operands.line.size(), 1, "memory line",
                [&](unsigned lane, std::uint64_t at) {
                  if (i.memory.store)
                    store_value(i, operands, lane, &operands.line[at]);
                  else
                    load_value(i, operands, lane, &operands.line[at]);
                });
}

void read_tables(const Instruction& i, const WarpContext&, LaneMask active, Operands& operands) {
  const std::uint32_t bytes = std::uint32_t{i.memory.width} * i.memory.elements;
  for_each_lane(
      i, active, operands, operands.tables.size(), bytes, "tables, or between multiples of the access's size",
      [&](unsigned lane, std::uint64_t at) { load_value(i, operands, lane, &operands.tables[at]); });
}

}  // namespace heddle::ptx
