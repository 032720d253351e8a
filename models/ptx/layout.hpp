#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/ptx/module.hpp"
#include "models/ptx/program.hpp"

namespace heddle::ptx {

/// Where a kernel's variables lie: shared ones from 0 of the CTA's window, local ones from 0 of the thread's,
/// and one constant bank that holds the parameter block and, behind it, the .const variables.
class Layout {
 public:
  /// Only variables that the function's operands name take room; they lie in order of declaration.
  /// Throws Error when a space overflows its limit.
  Layout(const SourceText&, const Module&, const Function&);

  bool has(const Symbol& symbol) const { return address_.contains(&symbol); }
  std::uint64_t address(const Symbol& symbol) const { return address_.at(&symbol); }
  /// Writes sizes, parameters and the constant image into the kernel.
  void describe(Kernel&) const;

 private:
  std::unordered_map<const Symbol*, std::uint64_t> address_;
  std::vector<Parameter> parameters_, constant_variables_;
  std::vector<std::byte> constants_;
  std::uint64_t parameter_bytes_ = 0, shared_bytes_ = 0, local_bytes_ = 0;
};

}  // namespace heddle::ptx
