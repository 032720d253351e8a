// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ptx/draft/draft.hpp"

namespace heddle::ptx {

/// Is the instruction a scheduling boundary, across which no instruction moves? So are control instructions
/// (branches, barriers, fences, calls), reads of a clock, instructions with a pragma ahead of them, and
/// changes of the stack pointer, which stand right before and right behind a call.
bool is_scheduling_boundary(const DraftKernel&, const Draft&);

/// The dependences among the instructions [begin, end), none of which is a scheduling boundary: through
/// registers and predicates, and through memory. Loads do not depend on loads. A store depends on all earlier
/// accesses of its space, and a load on all earlier stores of it; atomic, volatile and generic accesses, and
/// asynchronous copies, keep their order with all accesses.
struct DependenceGraph {
  struct Edge {
    std::uint32_t to = 0;       ///< the dependent instruction, counted from `begin`
    std::uint32_t latency = 0;  ///< cycles from issue to issue after which it need not wait
  };
  std::vector<std::vector<Edge>> edges;     ///< by instruction, counted from `begin`
  std::vector<std::uint32_t> predecessors;  ///< how many edges lead to each instruction
};
DependenceGraph dependence_graph(const DraftKernel&, std::uint32_t begin, std::uint32_t end);

}  // namespace heddle::ptx
