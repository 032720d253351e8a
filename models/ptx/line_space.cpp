#include "models/ptx/line_space.hpp"

#include <fmt/format.h>

#include <bit>

#include "models/base/error.hpp"

namespace heddle::ptx {

void access_line(const Instruction& i, const WarpContext&, LaneMask active, Operands& operands) {
  LaneAddresses addresses{};
  effective_addresses(i, operands, addresses);
  const std::uint32_t bytes = std::uint32_t{i.memory.width} * i.memory.elements;
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t at = addresses[lane];
    if (at > operands.line.size() || bytes > operands.line.size() - at)
      throw Error({.place = fmt::format("PTX line {}", i.line),
                   .what = fmt::format("lane {} of an assist warp reaches outside its memory line", lane),
                   .value = fmt::format("{} bytes at {}", bytes, at),
                   .legal = fmt::format("addresses below {}", operands.line.size())});
    if (i.memory.store)
      store_value(i, operands, lane, &operands.line[at]);
    else
      load_value(i, operands, lane, &operands.line[at]);
  }
}

void read_tables(const Instruction& i, const WarpContext&, LaneMask active, Operands& operands) {
  LaneAddresses addresses{};
  effective_addresses(i, operands, addresses);
  const std::uint32_t bytes = std::uint32_t{i.memory.width} * i.memory.elements;
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t at = addresses[lane];
    if (at > operands.tables.size() || bytes > operands.tables.size() - at || at % bytes != 0)
      throw Error({.place = fmt::format("PTX line {}", i.line),
                   .what = fmt::format("lane {} of an assist warp reaches outside its tables, or between "
                                       "multiples of the access's size",
                                       lane),
                   .value = fmt::format("{} bytes at {}", bytes, at),
                   .legal = fmt::format("addresses below {}", operands.tables.size())});
    load_value(i, operands, lane, &operands.tables[at]);
  }
}

}  // namespace heddle::ptx
