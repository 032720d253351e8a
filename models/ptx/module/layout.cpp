// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/module/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "models/ptx/program/memory_windows.hpp"

namespace heddle::ptx {
namespace {

using SymbolSet = std::unordered_set<const Symbol*>;

void collect(const std::vector<Operand>& operands, SymbolSet& used) {
  for (const Operand& operand : operands) {
    if (operand.symbol != nullptr) used.insert(operand.symbol);
    collect(operand.elements, used);
  }
}

SymbolSet used_by(const Function& function) {
  SymbolSet used;
  for (const Statement& statement : function.body) collect(statement.operands, used);
  return used;
}

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

// The most that any GPU offers: a greater sum is an error in the source.
constexpr std::uint64_t most_parameters = 32764, most_local = 512 * 1024;

/// Places `symbol` behind `end`, and moves `end`.
std::uint64_t place(const SourceText& source, const Function& function, const Symbol& symbol,
                    std::uint64_t& end, std::uint64_t most, std::string_view what) {
  const std::uint64_t offset = aligned(end, std::max(1u, symbol.alignment));
  end = offset + symbol.size;
  if (end > most)
    source.fail(symbol.place,
                {.what = fmt::format("{} '{}' has too much {}", function.entry ? "kernel" : "function",
                                     function.name, what),
                 .value = fmt::format("{} bytes up to '{}'", end, symbol.name),
                 .legal = fmt::format("up to {} bytes", most)});
  return offset;
}

}  // namespace

Layout::Layout(const SourceText& source, const Module& module, std::span<const Function* const> functions,
               const Placement& placement)
    : placement_(placement) {
  place_parameters(source, *functions.front());
  for (const Function* f : functions.subspan(1)) place_formals(source, *f);
  SymbolSet used;
  for (const Function* f : functions) used.merge(used_by(*f));
  place_module_locals(source, *functions.front(), module, used);
  for (const Function* f : functions) place_frame(source, *f, module);
  place_shared(source, *functions.front(), module, used);
}

/// Arrays of unknown size, that is dynamic shared memory, all begin where the static arrays end.
void Layout::place_shared(const SourceText& source, const Function& kernel, const Module& module,
                          const std::unordered_set<const Symbol*>& used) {
  std::vector<const Symbol*> dynamic;
  std::uint32_t alignment = 1;
  for (const auto& symbol : module.symbols) {
    if (symbol->space != SymbolSpace::shared || !used.contains(symbol.get())) continue;
    if (symbol->size != 0) {
      address_[symbol.get()] =
          place(source, kernel, *symbol, shared_bytes_, MemoryWindows::size, "shared memory");
      continue;
    }
    dynamic.push_back(symbol.get());
    alignment = std::max(alignment, symbol->alignment);
  }
  shared_bytes_ = aligned(shared_bytes_, alignment);
  for (const Symbol* symbol : dynamic) address_[symbol] = shared_bytes_;
}

void Layout::place_parameters(const SourceText& source, const Function& kernel) {
  for (const Formal& p : kernel.parameters) {
    const std::uint64_t offset =
        place(source, kernel, *p.symbol, parameter_bytes_, most_parameters, "parameters");
    address_[p.symbol] = offset;
    parameters_.push_back({std::string(p.symbol->name), static_cast<std::uint32_t>(offset), p.symbol->size});
  }
}

void Layout::place_formals(const SourceText& source, const Function& function) {
  Frame& frame = frames_[&function];
  std::uint64_t end = 0;
  for (const auto* formals : {&function.results, &function.parameters})
    for (const Formal& formal : *formals) {
      end = aligned(end, 4);
      const std::uint64_t offset = place(source, function, *formal.symbol, end, most_local, "parameters");
      frame.variables[formal.symbol] = {VariableAddress::Base::frame, offset};
      frame.formals.push_back(static_cast<std::uint32_t>(offset));
    }
  frame.bytes = static_cast<std::uint32_t>(end);
}

/// The kernel's frame begins at 0, so that all functions reach what lies in it by the same addresses.
void Layout::place_module_locals(const SourceText& source, const Function& kernel, const Module& module,
                                 const std::unordered_set<const Symbol*>& used) {
  std::uint64_t end = 0;
  for (const Symbol* symbol : module.variables)
    if (symbol->space == SymbolSpace::local && used.contains(symbol))
      address_[symbol] = place(source, kernel, *symbol, end, most_local, "local memory");
  frames_[&kernel].bytes = static_cast<std::uint32_t>(end);
}

void Layout::place_frame(const SourceText& source, const Function& function, const Module& module) {
  Frame& frame = frames_[&function];
  // A call passes its arguments and results in the callee's frame. A .param variable that two calls need at
  // different offsets has a place of its own, and is copied from and to there (select_control.cpp).
  SymbolSet own;
  for (const Statement& call : function.body) {
    if (call.callee.empty()) continue;
    const Function* callee = module.find(call.callee, function.file);
    const auto known = callee == nullptr ? frames_.end() : frames_.find(callee);
    if (known == frames_.end()) continue;
    for (std::size_t k = 0; k < std::min(call.operands.size(), known->second.formals.size()); ++k) {
      const Symbol* symbol = call.operands[k].symbol;
      if (symbol == nullptr || symbol->space != SymbolSpace::parameter || frame.variables.contains(symbol)) {
        const auto placed = symbol == nullptr ? frame.variables.end() : frame.variables.find(symbol);
        if (placed != frame.variables.end() && placed->second.base == VariableAddress::Base::callee &&
            placed->second.offset != known->second.formals[k])
          own.insert(symbol);
        continue;
      }
      frame.variables[symbol] = {VariableAddress::Base::callee, known->second.formals[k]};
    }
  }
  for (const Symbol* symbol : own) frame.variables.erase(symbol);
  std::uint64_t end = frame.bytes;
  const SymbolSet used = used_by(function);
  for (const auto& symbol : module.symbols) {
    const bool call_parameter = symbol->space == SymbolSpace::parameter && !address_.contains(symbol.get());
    if (!used.contains(symbol.get()) || frame.variables.contains(symbol.get()) ||
        address_.contains(symbol.get()) || (symbol->space != SymbolSpace::local && !call_parameter))
      continue;
    frame.variables[symbol.get()] = {VariableAddress::Base::frame,
                                     place(source, function, *symbol, end, most_local, "local memory")};
  }
  frame.bytes = static_cast<std::uint32_t>(end);
}

VariableAddress Layout::address(const Symbol& symbol, const Function& function) const {
  const Frame& frame = frames_.at(&function);
  if (const auto found = frame.variables.find(&symbol); found != frame.variables.end()) return found->second;
  if (const auto found = address_.find(&symbol); found != address_.end()) return {.offset = found->second};
  const auto found = placement_.find(&symbol);
  return {.offset = found == placement_.end() ? 0 : found->second};
}

void Layout::describe(Kernel& kernel) const {
  kernel.parameters = parameters_;
  kernel.parameter_bytes = static_cast<std::uint32_t>(parameter_bytes_);
  kernel.shared_bytes = static_cast<std::uint32_t>(shared_bytes_);
}

}  // namespace heddle::ptx
