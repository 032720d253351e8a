// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/flow/control_flow.hpp"

#include <algorithm>

namespace heddle::ptx {
namespace {

constexpr std::uint32_t unknown = ~0u;

bool ends_block(const Instruction& i) { return i.control == Control::branch || leaves(i); }

/// Returns the blocks in reverse post-order of the reversed graph: apart from loops, a block comes after its
/// successors. The walk begins at the end; `predecessors[end]` are the blocks that leave the code.
std::vector<std::uint32_t> reverse_post_order(const std::vector<std::vector<std::uint32_t>>& predecessors) {
  const auto end = static_cast<std::uint32_t>(predecessors.size() - 1);
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(predecessors.size());
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{end, 0}};
  seen[end] = true;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    if (next == predecessors[block].size()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    const std::uint32_t p = predecessors[block][next++];
    if (seen[p]) continue;
    seen[p] = true;
    stack.emplace_back(p, 0);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

/// Returns the block that returns from the function; in a kernel there is none.
std::uint32_t returning_block(const std::vector<Draft>& code, const ControlFlow& flow) {
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b)
    if (code[flow.blocks[b].end - 1].instruction.control == Control::ret) return b;
  return static_cast<std::uint32_t>(flow.blocks.size());
}

/// Without the ways that lead from a choice straight out of the kernel, as an early return does: the lanes
/// that take one are gone, and the others can meet before the kernel's end.
ControlFlow without_early_exits(const std::vector<Draft>& code, ControlFlow flow) {
  const auto only_exits = [&](std::uint32_t b) {
    const BasicBlock& block = flow.blocks[b];
    const Draft& last = code[block.end - 1];
    return block.end - block.begin == 1 && last.instruction.control == Control::exit &&
           last.guard == no_register;
  };
  for (std::size_t b = 0; b < flow.blocks.size(); ++b) {
    auto& successors = flow.blocks[b].successors;
    if (flow.leaves[b] && !successors.empty()) flow.leaves[b] = false;
    if (successors.size() > 1) std::erase_if(successors, only_exits);
  }
  return flow;
}

}  // namespace

ControlFlow control_flow(const std::vector<Draft>& code) {
  const auto size = static_cast<std::uint32_t>(code.size());
  std::vector<bool> leader(size + 1);
  leader[0] = true;
  for (std::uint32_t i = 0; i < size; ++i) {
    if (ends_block(code[i].instruction)) leader[i + 1] = true;
    if (code[i].instruction.control == Control::branch) leader[code[i].instruction.target] = true;
  }
  ControlFlow flow;
  std::vector<std::uint32_t> block_of(size);
  for (std::uint32_t i = 0; i < size; ++i) {
    if (leader[i]) flow.blocks.push_back({.begin = i});
    block_of[i] = static_cast<std::uint32_t>(flow.blocks.size() - 1);
    flow.blocks.back().end = i + 1;
  }
  for (BasicBlock& block : flow.blocks) {
    const Draft& last = code[block.end - 1];
    const bool conditional = last.guard != no_register;
    const bool jumps = last.instruction.control == Control::branch, exits = leaves(last.instruction);
    if (jumps) block.successors.push_back(block_of[last.instruction.target]);
    if (((!jumps && !exits) || conditional) && block.end < size) {
      const std::uint32_t next = block_of[block.end];
      if (block.successors.empty() || block.successors[0] != next) block.successors.push_back(next);
    }
    flow.leaves.push_back(exits && last.instruction.control != Control::trap);
  }
  return flow;
}

std::vector<std::uint32_t> post_dominators(const ControlFlow& flow) {
  // Immediate post-dominators by Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm", on the
  // reversed graph.
  const auto end = static_cast<std::uint32_t>(flow.blocks.size());
  std::vector<std::vector<std::uint32_t>> predecessors(end + 1);
  for (std::uint32_t b = 0; b < end; ++b) {
    for (std::uint32_t s : flow.blocks[b].successors) predecessors[s].push_back(b);
    if (flow.leaves[b]) predecessors[end].push_back(b);
  }
  const std::vector<std::uint32_t> order = reverse_post_order(predecessors);
  std::vector<std::uint32_t> rank(end + 1, unknown), dominator(end + 1, unknown);
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  dominator[end] = end;

  const auto common = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (rank[a] > rank[b]) a = dominator[a];
      while (rank[b] > rank[a]) b = dominator[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t b : order) {
      if (b == end) continue;
      std::uint32_t found = flow.leaves[b] ? end : unknown;
      for (std::uint32_t s : flow.blocks[b].successors) {
        if (dominator[s] == unknown) continue;
        found = found == unknown ? s : common(found, s);
      }
      if (dominator[b] == found) continue;
      dominator[b] = found;
      changed = true;
    }
  }
  std::replace(dominator.begin(), dominator.end(), unknown, end);
  dominator.pop_back();
  return dominator;
}

void set_reconvergence(std::vector<Draft>& code, const ControlFlow& flow) {
  std::vector<std::uint32_t> dominator = post_dominators(flow);
  const auto end = static_cast<std::uint32_t>(flow.blocks.size());
  const ControlFlow staying = without_early_exits(code, flow);
  const std::vector<std::uint32_t> of_staying = post_dominators(staying);
  for (std::uint32_t b = 0; b < end; ++b)
    if (staying.blocks[b].successors.size() > 1 && of_staying[b] != end) dominator[b] = of_staying[b];
  std::replace(dominator.begin(), dominator.end(), end, returning_block(code, flow));
  for (std::size_t b = 0; b < flow.blocks.size(); ++b) {
    Instruction& last = code[flow.blocks[b].end - 1].instruction;
    if (last.control != Control::branch) continue;
    last.reconvergence = dominator[b] < flow.blocks.size() ? flow.blocks[dominator[b]].begin
                                                           : static_cast<std::uint32_t>(code.size());
  }
}

}  // namespace heddle::ptx
