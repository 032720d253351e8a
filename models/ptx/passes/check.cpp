// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/passes/check.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "models/ptx/registers/liveness.hpp"

namespace heddle::ptx {
namespace {

/// What is wrong with an instruction by itself; empty: nothing.
std::string_view fault_of(const DraftKernel& kernel, const Draft& d) {
  const Instruction& i = d.instruction;
  if (i.control == Control::branch && i.target >= kernel.code.size()) return "a jump leads out of the code";
  for (unsigned s = 0; s < i.source_count; ++s) {
    const Slot& slot = d.sources[s];
    if (slot.reg >= kernel.registers.size()) return "a source is no register";
    const bool wide = bits_of(kernel.registers[slot.reg].type) == 64;
    if (slot.high && (s == 0 || d.sources[s - 1].reg != slot.reg)) return "half a register is read";
    if (wide && !slot.high && (s + 1 == i.source_count || !d.sources[s + 1].high))
      return "half a register is read";
  }
  unsigned constants = 0;
  for (const OperandRef& o : i.operand) {
    if (o.kind == OperandRef::Kind::slot && o.index >= i.source_count) return "an operand is no source";
    constants += o.kind == OperandRef::Kind::constant;
  }
  if (constants != (i.constant.any() ? 1u : 0u)) return "constant operands and their places differ";
  return {};
}

}  // namespace

BitSet check_pass(std::string_view pass, const DraftKernel& kernel, const BitSet& unwritten) {
  const auto fail = [&](const Draft& d, std::string_view what) {
    throw std::logic_error(fmt::format("pass {}, PTX line {}: {}", pass, d.instruction.line, what));
  };
  for (const Draft& d : kernel.code)
    if (const std::string_view fault = fault_of(kernel, d); !fault.empty()) fail(d, fault);
  const Draft& last = kernel.code.back();
  if (!leaves(last.instruction) && last.instruction.control != Control::branch)
    fail(last, "the code has no end");
  const BitSet now = read_unwritten(kernel);
  BitSet added = now;
  added.subtract(unwritten);
  added.for_each([&](std::size_t r) {
    fail(kernel.code.front(),
         fmt::format("register {} is read before it is written", kernel.registers[r].name));
  });
  return now;
}

}  // namespace heddle::ptx
