#include "models/ptx/constant_bank.hpp"

#include <fmt/format.h>

#include <bit>

#include "models/base/error.hpp"
#include "models/ptx/lanes.hpp"

namespace heddle::ptx {
namespace {

const std::byte* locate(const Instruction& i, const WarpContext& context, std::uint64_t address) {
  const std::size_t bytes = std::size_t{i.memory.width} * i.memory.elements, size = context.parameters.size();
  if (address > size || bytes > size - address)
    throw Error({.place = fmt::format("PTX line {}", i.line),
                 .what = "read outside the constant bank",
                 .value = fmt::format("{} bytes at {:#x}", bytes, address),
                 .legal = fmt::format("below {:#x}", size)});
  return context.parameters.data() + address;
}

}  // namespace

void read_constant_bank(const Instruction& i, const WarpContext& context, LaneMask active,
                        Operands& operands) {
  if (i.operand[0].kind != OperandRef::Kind::none) {
    LaneAddresses address;
    effective_addresses(i, operands, address);
    for (unsigned lane = 0; lane < warp_size; ++lane)
      if (active & lane_bit[lane]) load_value(i, operands, lane, locate(i, context, address[lane]));
    return;
  }
  // The same for all lanes: read once, into the first active one.
  const auto first = static_cast<unsigned>(std::countr_zero(active));
  if (first == warp_size) return;
  load_value(i, operands, first, locate(i, context, static_cast<std::uint64_t>(i.offset)));
  for (unsigned d = 0; d < i.destination_count; ++d) {
    Words32 words;
    words.fill(operands.destination[d][first]);
    merge(words, active, operands.destination[d]);
  }
}

}  // namespace heddle::ptx
