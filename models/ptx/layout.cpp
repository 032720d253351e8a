#include "models/ptx/layout.hpp"

#include <algorithm>
#include <unordered_set>

namespace heddle::ptx {
namespace {

using SymbolSet = std::unordered_set<const Symbol*>;

void collect(const std::vector<Operand>& operands, SymbolSet& used) {
  for (const Operand& operand : operands) {
    if (operand.symbol != nullptr) used.insert(operand.symbol);
    collect(operand.elements, used);
  }
}

std::uint32_t aligned(std::uint32_t offset, std::uint32_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

}  // namespace

Layout::Layout(const Module& module, const Function& function) {
  SymbolSet used;
  for (const Statement& statement : function.body) collect(statement.operands, used);

  const auto place = [&](const Symbol& symbol, std::uint32_t& end) {
    const std::uint32_t offset = aligned(end, symbol.alignment);
    address_[&symbol] = offset;
    end = offset + symbol.size;
    return offset;
  };
  for (const Symbol* p : function.parameters)
    parameters_.push_back({std::string(p->name), place(*p, parameter_bytes_), p->size});

  // Arrays of unknown size (dynamic shared memory) begin where the static ones end.
  for (const bool dynamic : {false, true})
    for (const auto& symbol : module.symbols)
      if (symbol->space == SymbolSpace::shared && used.contains(symbol.get()) &&
          (symbol->size == 0) == dynamic)
        place(*symbol, shared_bytes_);

  std::uint32_t bank_end = parameter_bytes_;
  for (const auto& symbol : module.symbols) {
    if (!used.contains(symbol.get())) continue;
    if (symbol->space == SymbolSpace::local) place(*symbol, local_bytes_);
    if (symbol->space != SymbolSpace::constant) continue;
    const std::uint32_t offset = place(*symbol, bank_end);
    constant_variables_.push_back({std::string(symbol->name), offset, symbol->size});
    constants_.resize(bank_end - parameter_bytes_);
    std::copy(symbol->initial.begin(), symbol->initial.end(),
              constants_.begin() + (offset - parameter_bytes_));
  }
}

void Layout::describe(Kernel& kernel) const {
  kernel.parameters = parameters_;
  kernel.parameter_bytes = parameter_bytes_;
  kernel.shared_bytes = shared_bytes_;
  kernel.local_bytes = local_bytes_;
  kernel.constant_variables = constant_variables_;
  kernel.constants = constants_;
}

}  // namespace heddle::ptx
