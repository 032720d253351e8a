#include "models/ptx/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "models/ptx/memory_windows.hpp"

namespace heddle::ptx {
namespace {

using SymbolSet = std::unordered_set<const Symbol*>;

void collect(const std::vector<Operand>& operands, SymbolSet& used) {
  for (const Operand& operand : operands) {
    if (operand.symbol != nullptr) used.insert(operand.symbol);
    collect(operand.elements, used);
  }
}

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

// What GPUs have had at most; a larger sum is a mistake in the source.
constexpr std::uint64_t most_parameters = 32764, most_constants = 64 * 1024, most_local = 512 * 1024;

}  // namespace

Layout::Layout(const SourceText& source, const Module& module, const Function& function) {
  SymbolSet used;
  for (const Statement& statement : function.body) collect(statement.operands, used);

  const auto place = [&](const Symbol& symbol, std::uint64_t& end, std::uint64_t most,
                         std::string_view what) {
    const std::uint64_t offset = aligned(end, symbol.alignment);
    end = offset + symbol.size;
    if (end > most)
      source.fail(symbol.place, {.what = fmt::format("kernel '{}' has too much {}", function.name, what),
                                 .value = fmt::format("{} bytes up to '{}'", end, symbol.name),
                                 .legal = fmt::format("up to {} bytes", most)});
    return address_[&symbol] = offset;
  };
  const auto describe = [](const Symbol& symbol, std::uint64_t offset) {
    return Parameter{std::string(symbol.name), static_cast<std::uint32_t>(offset), symbol.size};
  };
  for (const Symbol* p : function.parameters)
    parameters_.push_back(describe(*p, place(*p, parameter_bytes_, most_parameters, "parameters")));

  // Arrays of unknown size (dynamic shared memory) begin where the static ones end.
  for (const bool dynamic : {false, true})
    for (const auto& symbol : module.symbols)
      if (symbol->space == SymbolSpace::shared && used.contains(symbol.get()) &&
          (symbol->size == 0) == dynamic)
        place(*symbol, shared_bytes_, MemoryWindows::size, "shared memory");

  std::uint64_t bank_end = parameter_bytes_;
  for (const auto& symbol : module.symbols) {
    if (!used.contains(symbol.get())) continue;
    if (symbol->space == SymbolSpace::local) place(*symbol, local_bytes_, most_local, "local memory");
    if (symbol->space != SymbolSpace::constant) continue;
    const std::uint64_t offset = place(*symbol, bank_end, most_constants, "constant memory");
    constant_variables_.push_back(describe(*symbol, offset));
    constants_.resize(bank_end - parameter_bytes_);
    std::copy(symbol->initial.begin(), symbol->initial.end(),
              constants_.begin() + static_cast<std::ptrdiff_t>(offset - parameter_bytes_));
  }
}

void Layout::describe(Kernel& kernel) const {
  kernel.parameters = parameters_;
  kernel.parameter_bytes = static_cast<std::uint32_t>(parameter_bytes_);
  kernel.shared_bytes = static_cast<std::uint32_t>(shared_bytes_);
  kernel.local_bytes = static_cast<std::uint32_t>(local_bytes_);
  kernel.constant_variables = constant_variables_;
  kernel.constants = constants_;
}

}  // namespace heddle::ptx
