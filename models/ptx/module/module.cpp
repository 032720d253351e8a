// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/module/module.hpp"

#include <algorithm>

namespace heddle::ptx {

const Function* Module::find(std::string_view name, std::uint32_t file) const {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const auto& f) { return f->name == name && f->file == file; });
  if (found == functions.end()) return nullptr;
  return (*found)->definition != nullptr ? (*found)->definition : found->get();
}

const Symbol* Module::find_variable(std::string_view name, std::uint32_t file) const {
  const auto found = std::find_if(variables.begin(), variables.end(),
                                  [&](const Symbol* s) { return s->name == name && s->file == file; });
  if (found == variables.end()) return nullptr;
  return (*found)->definition != nullptr ? (*found)->definition : *found;
}

const Function* Module::find_kernel(std::string_view name) const {
  const auto found = std::find_if(functions.begin(), functions.end(), [&](const auto& f) {
    return f->name == name && f->entry && f->definition == f.get();
  });
  return found == functions.end() ? nullptr : found->get();
}

std::uint64_t Module::address_of(const Function& function) const {
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.get() == &function; });
  return 16 * static_cast<std::uint64_t>(found - functions.begin() + 1);
}

namespace {

/// Does the call have a result and an argument of the same size for each of the function's?
bool fits(const Function& f, const Statement& call, const Function& caller) {
  if (f.results.size() != call.results || f.results.size() + f.parameters.size() != call.operands.size())
    return false;
  for (std::size_t k = 0; k < call.operands.size(); ++k) {
    const Formal& formal = k < call.results ? f.results[k] : f.parameters[k - call.results];
    const Operand& o = call.operands[k];
    const bool same = o.symbol != nullptr ? o.symbol->size == formal.symbol->size
                                          : o.kind != Operand::Kind::reg ||
                                                std::max(4u, bits_of(caller.registers[o.reg].type) / 8) ==
                                                    formal.symbol->size;
    if (!same) return false;
  }
  return true;
}

}  // namespace

bool Module::fails_assertion(const Statement& call, const Function& caller) const {
  if (call.callee != "__assertfail") return false;
  const Function* f = find(call.callee, caller.file);
  return f == nullptr || f->definition == nullptr;
}

const Function* Module::assertion_printer(const Statement& call, const Function& caller) const {
  const auto printer =
      std::ranges::find_if(functions, [](const auto& f) { return f->name == "__heddle_assertion"; });
  return printer != functions.end() && fits(**printer, call, caller) ? printer->get() : nullptr;
}

std::vector<const Function*> Module::targets_of(const Statement& call, const Function& caller) const {
  if (fails_assertion(call, caller)) {
    const Function* printer = assertion_printer(call, caller);
    return printer != nullptr ? std::vector{printer} : std::vector<const Function*>{};
  }
  if (!call.callee.empty()) {
    const Function* f = find(call.callee, caller.file);
    return f != nullptr && f->body_at != 0 && !f->entry ? std::vector{f} : std::vector<const Function*>{};
  }
  if (call.callee_register == no_register) return {};
  std::vector<const Function*> all;
  for (const auto& f : functions)
    if (f->address_taken && !f->entry && f->body_at != 0 && fits(*f, call, caller)) all.push_back(f.get());
  return all;
}

}  // namespace heddle::ptx
