// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/select/constant_bank.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "models/base/error.hpp"
#include "models/ptx/opcodes/lanes.hpp"

namespace heddle::ptx {
namespace {

/// A bank of bytes that all lanes can read.
struct Bank {
  std::span<const std::byte> bytes;
  std::uint64_t first;  ///< address of bytes[0]
  const char* name;
};

const std::byte* locate(std::size_t bytes, const Bank& bank, std::uint64_t address) {
  const std::size_t size = bank.bytes.size();
  const std::uint64_t offset = address - bank.first;
  if (offset > size || bytes > size - offset)
    throw Error({.what = fmt::format("read outside the {}", bank.name),
                 .value = fmt::format("{} bytes at {:#x}", bytes, address),
                 .legal = fmt::format("{:#x} to {:#x}", bank.first, bank.first + size)});
  return bank.bytes.data() + offset;
}

void read(const Instruction& i, const Bank& bank, LaneMask active, Operands& operands) {
  const std::size_t bytes = std::size_t{i.memory.width} * i.memory.elements;
  if (i.operand[0].kind != OperandRef::Kind::none) {
    LaneAddresses address;
    effective_addresses(i, operands, address);
    for (unsigned lane = 0; lane < warp_size; ++lane)
      if (active & lane_bit[lane]) load_value(i, operands, lane, locate(bytes, bank, address[lane]));
    return;
  }
  // The address is the same in all lanes: the bank is read once, for the first active lane.
  const auto first = static_cast<unsigned>(std::countr_zero(active));
  if (first == warp_size) return;
  load_value(i, operands, first, locate(bytes, bank, static_cast<std::uint64_t>(i.offset)));
  for (unsigned d = 0; d < i.destination_count; ++d) {
    Words32 words;
    words.fill(operands.destination[d][first]);
    merge(words, active, operands.destination[d]);
  }
}

Bank parameters_of(const WarpContext& context) { return {context.parameters, 0, "kernel's parameters"}; }
Bank constants_of(const WarpContext& context) {
  return {context.constants, context.constant_address, "constant variables"};
}

}  // namespace

void read_parameters(const Instruction& i, const WarpContext& context, LaneMask active, Operands& operands) {
  read(i, parameters_of(context), active, operands);
}

void read_constants(const Instruction& i, const WarpContext& context, LaneMask active, Operands& operands) {
  read(i, constants_of(context), active, operands);
}

std::uint64_t constant_operand(const ConstantOperand& operand, const WarpContext& context) {
  const Bank bank = operand.space == Space::parameter ? parameters_of(context) : constants_of(context);
  std::uint64_t value = 0;
  std::memcpy(&value, locate(operand.bytes, bank, operand.address), operand.bytes);
  return value;
}

void collect_constant(const Instruction& i, const WarpContext& context, Operands& operands) {
  if (i.constant.any()) operands.constant = constant_operand(i.constant, context);
}

}  // namespace heddle::ptx
