// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "models/ptx/module/module.hpp"
#include "models/ptx/program/program.hpp"

namespace heddle::ptx {

/// Addresses of the module's .global and .const variables, handles of its textures. A variable that is not
/// there has address 0: enough to look at a kernel, not to run it.
using Placement = std::unordered_map<const Symbol*, std::uint64_t>;

/// An address as a function's code has it.
struct VariableAddress {
  enum class Base : std::uint8_t {
    none,    ///< as it stands
    frame,   ///< from the beginning of the function's stack frame
    callee,  ///< from its end, where the frame of what it calls begins
  } base = Base::none;
  std::uint64_t offset = 0;
};

/// Where the variables of a kernel and of the functions that it calls lie: parameters in the constant bank,
/// shared variables from 0 of the CTA's window, local ones in the thread's local memory. There each function
/// has a frame, which begins with its results and parameters: the caller writes and reads them just behind
/// its own frame.
class Layout {
 public:
  /// `functions`: the kernel, then what it calls, with their bodies. Only variables that operands name take
  /// room. Throws Error when a space overflows its limit, or for a variable that no file defines.
  Layout(const SourceText&, const Module&, std::span<const Function* const> functions, const Placement&);

  /// Throws Error at `place` when the symbol has no address in `function`.
  VariableAddress address(const Symbol& symbol, const Function& function) const;
  /// Bytes of the function's frame before any spill slot.
  std::uint32_t frame_bytes(const Function& function) const { return frames_.at(&function).bytes; }
  /// Where result or parameter `k` of a function (results first) begins in its frame.
  std::uint32_t formal_offset(const Function& function, std::size_t k) const {
    return frames_.at(&function).formals[k];
  }
  /// Writes parameters and shared memory into the kernel.
  void describe(Kernel&) const;

 private:
  struct Frame {
    std::vector<std::uint32_t> formals{};
    std::unordered_map<const Symbol*, VariableAddress> variables{};
    std::uint32_t bytes = 0;
  };
  void place_parameters(const SourceText&, const Function& kernel);
  void place_formals(const SourceText&, const Function&);
  void place_shared(const SourceText&, const Function& kernel, const Module&,
                    const std::unordered_set<const Symbol*>& used);
  void place_module_locals(const SourceText&, const Function& kernel, const Module&,
                           const std::unordered_set<const Symbol*>& used);
  void place_frame(const SourceText&, const Function&, const Module&);

  const Placement& placement_;
  std::unordered_map<const Symbol*, std::uint64_t> address_;
  std::unordered_map<const Function*, Frame> frames_;
  std::vector<Parameter> parameters_;
  std::uint64_t parameter_bytes_ = 0, shared_bytes_ = 0;
};

}  // namespace heddle::ptx
