#include "models/ptx/constant_bank.hpp"

#include <fmt/format.h>

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
  LaneAddresses address;
  effective_addresses(i, operands, address);
  if (i.operand[0].kind != OperandRef::Kind::none) {
    for (unsigned lane = 0; lane < warp_size; ++lane)
      if (active & lane_bit[lane]) load_value(i, operands, lane, locate(i, context, address[lane]));
    return;
  }
  Operands one;  // the same for all lanes: read once
  load_value(i, one, 0, locate(i, context, address[0]));
  for (unsigned d = 0; d < i.destination_count; ++d) {
    Words32 words;
    words.fill(one.destination[d][0]);
    merge(words, active, operands.destination[d]);
  }
}

}  // namespace heddle::ptx
