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

std::vector<const Function*> Module::targets_of(const Statement& call, const Function& caller) const {
  if (!call.callee.empty()) {
    const Function* f = find(call.callee, caller.file);
    return f != nullptr && f->body_at != 0 && !f->entry ? std::vector{f} : std::vector<const Function*>{};
  }
  if (call.callee_register == no_register) return {};
  const auto fits = [&](const Formal& formal, const Operand& o) {
    if (o.symbol != nullptr) return o.symbol->size == formal.symbol->size;
    return o.kind != Operand::Kind::reg ||
           std::max(4u, bits_of(caller.registers[o.reg].type) / 8) == formal.symbol->size;
  };
  std::vector<const Function*> all;
  for (const auto& f : functions) {
    if (!f->address_taken || f->entry || f->body_at == 0 || f->results.size() != call.results ||
        f->results.size() + f->parameters.size() != call.operands.size())
      continue;
    bool same = true;
    for (std::size_t k = 0; k < call.operands.size(); ++k)
      same =
          same && fits(k < call.results ? f->results[k] : f->parameters[k - call.results], call.operands[k]);
    if (same) all.push_back(f.get());
  }
  return all;
}

}  // namespace heddle::ptx
