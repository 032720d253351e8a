// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ptx/parse/module_reader.hpp"

namespace heddle::ptx {

/// A kernel and all that it calls, directly or not.
struct CallGraph {
  std::vector<const Function*> functions;         ///< the kernel first
  std::vector<std::vector<std::uint32_t>> calls;  ///< by function: indices of those that it calls
  bool has_calls() const { return functions.size() > 1; }
};

/// Reads the bodies that are needed. Functions that the file does not define are left out; select complains
/// there.
CallGraph call_graph(ModuleReader& reader, const Function& kernel);

/// Bytes of local memory that the frames need, along the longest path without repetition; a path that comes
/// back to a function adds `recursion_bytes` once.
std::uint64_t stack_bytes(const CallGraph& graph, const std::vector<std::uint32_t>& frame_bytes,
                          std::uint64_t recursion_bytes);

}  // namespace heddle::ptx
