// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/passes/listing.hpp"

#include <fmt/format.h>

#include <vector>

#include "models/ptx/passes/definitions.hpp"
#include "models/ptx/program/special_registers.hpp"

namespace heddle::ptx {
namespace {

std::string name_of_register(const DraftKernel& kernel, RegisterId r) {
  const std::string_view name = kernel.registers[r].name;
  return name == "_" ? fmt::format("_{}", r) : std::string(name);
}

std::string_view mnemonic_of(const Draft& d) {
  if (!d.mnemonic.empty()) return d.mnemonic;
  switch (d.instruction.control) {
    case Control::branch:
      return "bra";
    case Control::exit:
      return "exit";
    case Control::ret:
      return "ret";
    case Control::call:
      return "call";
    default:
      return d.instruction.memory.space == Space::none ? "op" : d.instruction.memory.store ? "st" : "ld";
  }
}

std::string text_of(const DraftKernel& kernel, const Draft& d, unsigned k) {
  static const std::vector<std::string> specials = special_register_names();
  const OperandRef& o = d.instruction.operand[k];
  switch (o.kind) {
    case OperandRef::Kind::slot:
      return name_of_register(kernel, register_of(d, k));
    case OperandRef::Kind::immediate:
      return fmt::format("{:#x}", o.immediate);
    case OperandRef::Kind::special:
      return specials[o.index];
    case OperandRef::Kind::predicate:
      return (o.negated ? "!" : "") + name_of_register(kernel, d.predicate_operands[k]);
    case OperandRef::Kind::constant:
      return fmt::format("{}[{:#x}]", d.instruction.constant.space == Space::parameter ? "param" : "const",
                         d.instruction.constant.address);
    case OperandRef::Kind::none:
      break;
  }
  return {};
}

/// Destinations and operands; of a memory access the address and what is stored.
std::vector<std::string> operands_of(const DraftKernel& kernel, const Draft& d) {
  const Instruction& i = d.instruction;
  std::vector<std::string> all;
  RegisterId last = no_register;
  for_each_write(d, [&](RegisterId r) {
    if (r != last) all.push_back(name_of_register(kernel, r));
    last = r;
  });
  if (i.control == Control::branch) all.push_back(fmt::format("to {}", i.target));
  const bool access = i.memory.space != Space::none;
  for (unsigned k = 0; k < max_operands; ++k) {
    const std::string text = text_of(kernel, d, k);
    if (access && k == 0)
      all.push_back(text.empty() ? fmt::format("[{:#x}]", static_cast<std::uint64_t>(i.offset))
                                 : fmt::format("[{}{:+}]", text, i.offset));
    else if (!text.empty())
      all.push_back(text);
  }
  if (!i.memory.store) return all;
  const unsigned address = i.operand[0].kind == OperandRef::Kind::none ? 0 : i.memory.address_bits / 32u;
  for (unsigned s = address; s < i.source_count; ++s)
    if (!d.sources[s].high) all.push_back(name_of_register(kernel, d.sources[s].reg));
  return all;
}

}  // namespace

std::string listing(const DraftKernel& kernel) {
  std::string text;
  for (std::size_t n = 0; n < kernel.code.size(); ++n) {
    const Draft& d = kernel.code[n];
    std::string guard;
    if (d.guard != no_register)
      guard =
          fmt::format("@{}{} ", d.instruction.guard_negated ? "!" : "", name_of_register(kernel, d.guard));
    text += fmt::format("{:>5} {:>5}  {}{} {}\n", n, d.instruction.line, guard, mnemonic_of(d),
                        fmt::join(operands_of(kernel, d), ", "));
  }
  return text;
}

}  // namespace heddle::ptx
