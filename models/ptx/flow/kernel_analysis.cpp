// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/flow/kernel_analysis.hpp"

#include <algorithm>
#include <set>

#include "models/ptx/flow/control_flow.hpp"

namespace heddle::ptx {
namespace {

std::vector<CodeBlock> blocks_of(const std::vector<Instruction>& code) {
  const auto size = static_cast<std::uint32_t>(code.size());
  std::vector<bool> leader(size + 1);
  if (size != 0) leader[0] = true;
  for (std::uint32_t i = 0; i < size; ++i) {
    const bool jumps = code[i].control == Control::branch;
    if (jumps || leaves(code[i])) leader[i + 1] = true;
    if (jumps || code[i].control == Control::call) leader[code[i].target] = true;
  }
  std::vector<CodeBlock> blocks;
  std::vector<std::uint32_t> block_of(size);
  for (std::uint32_t i = 0; i < size; ++i) {
    if (leader[i]) blocks.push_back({.begin = i});
    block_of[i] = static_cast<std::uint32_t>(blocks.size() - 1);
    blocks.back().end = i + 1;
  }
  for (CodeBlock& b : blocks) {
    const Instruction& last = code[b.end - 1];
    const bool jumps = last.control == Control::branch;
    if (jumps) b.successors.push_back(block_of[last.target]);
    if (((!jumps && !leaves(last)) || last.guard >= 0) && b.end < size) {
      const std::uint32_t next = block_of[b.end];
      if (b.successors.empty() || b.successors[0] != next) b.successors.push_back(next);
    }
  }
  return blocks;
}

/// Marks the natural loops. A back edge of the depth-first walk leads to the head of a loop; the loop
/// consists of the head and of all blocks that reach the edge's source without passing the head.
std::uint32_t mark_loops(std::vector<CodeBlock>& blocks) {
  enum class State : std::uint8_t { unseen, open, done };
  std::vector<State> state(blocks.size(), State::unseen);
  std::vector<std::vector<std::uint32_t>> predecessors(blocks.size());
  for (std::uint32_t b = 0; b < blocks.size(); ++b)
    for (const std::uint32_t s : blocks[b].successors) predecessors[s].push_back(b);
  std::vector<std::set<std::uint32_t>> bodies(blocks.size());  // by loop head
  for (std::uint32_t root = 0; root < blocks.size(); ++root) {
    if (state[root] != State::unseen) continue;
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{root, 0}};
    state[root] = State::open;
    while (!stack.empty()) {
      auto& [block, next] = stack.back();
      if (next == blocks[block].successors.size()) {
        state[block] = State::done;
        stack.pop_back();
        continue;
      }
      const std::uint32_t from = block, to = blocks[block].successors[next++];
      if (state[to] == State::unseen) {
        state[to] = State::open;
        stack.emplace_back(to, 0);
      } else if (state[to] == State::open) {
        std::set<std::uint32_t>& body = bodies[to];
        body.insert(to);
        for (std::vector<std::uint32_t> todo{from}; !todo.empty();) {
          const std::uint32_t member = todo.back();
          todo.pop_back();
          if (!body.insert(member).second) continue;
          todo.insert(todo.end(), predecessors[member].begin(), predecessors[member].end());
        }
      }
    }
  }
  std::uint32_t loops = 0;
  for (const std::set<std::uint32_t>& body : bodies) {
    loops += body.empty() ? 0 : 1;
    for (const std::uint32_t member : body) ++blocks[member].loops;
  }
  return loops;
}

ThreadRegisters written_by(const Instruction& i) {
  ThreadRegisters written;
  for (unsigned k = 0; k < i.destination_count; ++k) written.add(i.destinations[k]);
  return written;
}

void find_live(const std::vector<Instruction>& code, KernelAnalysis& a) {
  std::vector<ThreadRegisters> in(a.blocks.size()), out(a.blocks.size());
  a.live.assign(code.size(), {});
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = a.blocks.size(); b-- > 0;) {
      for (const std::uint32_t s : a.blocks[b].successors) out[b] |= in[s];
      ThreadRegisters live = out[b];
      GuardedLiveness guarded;
      for (std::uint32_t i = a.blocks[b].end; i-- > a.blocks[b].begin;) {
        a.live[i] = live;
        step_backwards(code[i], live, guarded);
      }
      changed |= live != in[b];
      in[b] = live;
    }
  }
}

}  // namespace

void step_backwards(const Instruction& i, ThreadRegisters& live, GuardedLiveness& guarded) {
  Guard guard;
  if (i.guard >= 0) guard = {static_cast<std::uint32_t>(i.guard), i.guard_negated};
  for (unsigned k = 0; k < i.predicate_count; ++k) guarded.redefine(i.predicate_destinations[k]);
  for (unsigned k = 0; k < i.destination_count; ++k)
    if (guarded.kills(i.destinations[k], guard, live.contains(i.destinations[k])))
      live.remove(i.destinations[k]);
  for (unsigned k = 0; k < i.source_count; ++k) {
    guarded.read(i.sources[k], guard, live.contains(i.sources[k]));
    live.add(i.sources[k]);
  }
}

KernelAnalysis analyse(const Kernel& kernel) {
  KernelAnalysis a;
  a.blocks = blocks_of(kernel.code);
  a.loops = mark_loops(a.blocks);
  find_live(kernel.code, a);
  for (std::size_t n = 0; n < kernel.code.size(); ++n) {
    const Instruction& i = kernel.code[n];
    a.branches += i.control == Control::branch && i.guard >= 0;
    a.barriers += i.control == Control::barrier;
    a.calls += i.control == Control::call;
    const bool atomic = i.memory.update != nullptr;
    const bool accesses = i.memory.space != Space::none && i.execute == nullptr;
    const bool loads = accesses && (atomic || !i.memory.store), stores = accesses && writes_memory(i);
    a.loads += loads;
    a.stores += stores;
    a.local_loads += loads && i.memory.space == Space::local;
    a.local_stores += stores && i.memory.space == Space::local;
    ThreadRegisters now = a.live[n];
    now |= written_by(i);
    a.max_live = std::max(a.max_live, now.count());
  }
  return a;
}

}  // namespace heddle::ptx
