#pragma once

#include <cstdint>
#include <vector>

#include "models/ptx/draft.hpp"

namespace heddle::ptx {

/// Does the instruction keep its place, and nothing passes it? Those that direct lanes, end or begin
/// something for other threads, or read a clock, those that pragmas stand ahead of, and changes of the stack
/// pointer, which stand right before and behind a call.
bool keeps_place(const DraftKernel&, const Draft&);

/// What may not pass what among the instructions [begin, end), none of which keeps its place. Loads pass each
/// other; a store passes only accesses of other spaces; atomics, generic and volatile accesses pass none.
struct Dependences {
  struct Edge {
    std::uint32_t to = 0;     ///< counted from `begin`, like the edges' places
    std::uint32_t after = 0;  ///< cycles from the issue of the one to that of the other, if nobody is to wait
  };
  std::vector<std::vector<Edge>> edges;
  std::vector<std::uint32_t> waits;  ///< how many edges lead to each
};
Dependences dependences(const DraftKernel&, std::uint32_t begin, std::uint32_t end);

}  // namespace heddle::ptx
