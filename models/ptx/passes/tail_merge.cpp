// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "models/ptx/draft/code_edit.hpp"
#include "models/ptx/draft/same_operation.hpp"
#include "models/ptx/flow/control_flow.hpp"
#include "models/ptx/passes/definitions.hpp"
#include "models/ptx/passes/dependence_graph.hpp"
#include "models/ptx/passes/passes.hpp"
#include "models/ptx/registers/liveness.hpp"
#include "models/ptx/registers/register_pairs.hpp"

namespace heddle::ptx {
namespace {

/// May lanes that come from elsewhere execute it together with the block's own, and these wait for them?
/// Not what depends on which lanes those are, and nothing that lanes on the other way may be waiting for:
/// they would wait for ever. What has no result is there for some such reason.
bool can_be_shared(const DraftKernel& kernel, const Draft& d) {
  const Instruction& i = d.instruction;
  const MemoryAccess& m = i.memory;
  const bool has_result = m.space != Space::none || i.destination_count + i.predicate_count != 0;
  return has_result && !is_scheduling_boundary(kernel, d) && !i.exchanges_lanes && m.update == nullptr &&
         m.mbarrier == MbarrierAccess::none && !i.copy.any() && m.cache != CacheOperator::global;
}

/// A jump that all lanes take, past no pragma.
bool always_jumps(const Draft& d) {
  return jumps(d) && d.guard == no_register && d.pragmas.empty() && d.passed_pragmas == 0;
}

/// A run of instructions [begin, end) from which all lanes go on at one place.
struct Way {
  std::uint32_t begin, end;
};

/// Does an instruction of [begin, end) write, in the lanes of a guard, what is live in such lanes alone? In a
/// block of its own, what follows would make that live in all lanes, from the kernel's begin on.
bool writes_for_guard(const DraftKernel& kernel, Way way, const GuardedLiveness& guarded) {
  bool writes = false;
  if (guarded.empty()) return false;
  for (std::uint32_t i = way.begin; i < way.end; ++i)
    if (kernel.code[i].guard != no_register)
      for_each_write(kernel.code[i], [&](RegisterId r) { writes = writes || guarded.only_guarded(r); });
  return writes;
}

/// How many instructions at the ends of two ways to one place, where `live` is read, are the same.
std::uint32_t common(const DraftKernel& kernel, const Way& a, const Way& b, BitSet live) {
  std::optional<RegisterPairs> pairs;
  GuardedLiveness guarded;
  std::uint32_t merged = 0;
  for (std::uint32_t n = 1; n <= std::min(a.end - a.begin, b.end - b.begin); ++n) {
    const Draft &x = kernel.code[a.end - n], &y = kernel.code[b.end - n];
    if (!same_operation(x, y) || !can_be_shared(kernel, x) || !can_be_shared(kernel, y)) break;
    if (!pairs) pairs.emplace(live);
    if (!pairs->step(kernel, x, y)) break;
    step_backwards(y, live, guarded);
    if (pairs->all_equal() && !writes_for_guard(kernel, {a.begin, a.end - n}, guarded) &&
        !writes_for_guard(kernel, {b.begin, b.end - n}, guarded))
      merged = n;
  }
  return merged;
}

/// The block of the code that stands before `place` and goes on there.
std::optional<Way> way_from_above(const DraftKernel& kernel, const BasicBlock& block, std::uint32_t place) {
  const Draft& last = kernel.code[block.end - 1];
  if (block.end != place || leaves(last.instruction)) return std::nullopt;
  if (!jumps(last)) return Way{block.begin, block.end};
  if (!always_jumps(last) || last.instruction.target != place) return std::nullopt;
  return Way{block.begin, block.end - 1};
}

bool merge_once(DraftKernel& kernel) {
  const ControlFlow flow = control_flow(kernel.code);
  const std::vector<BitSet> out = live_out(kernel, flow);
  std::vector<std::uint32_t> before(kernel.code.size(), ~0u);  // the block that ends before an instruction
  for (std::uint32_t b = 0; b + 1 < flow.blocks.size(); ++b) before[flow.blocks[b].end] = b;
  CodeEdit edit;
  for (const BasicBlock& block : flow.blocks) {
    Draft& jump = kernel.code[block.end - 1];
    const std::uint32_t place = jump.instruction.target;
    if (!always_jumps(jump) || place == block.end || before[place] == ~0u) continue;
    const std::uint32_t above = before[place];
    const auto from_above = way_from_above(kernel, flow.blocks[above], place);
    if (!from_above) continue;
    const Way way{block.begin, block.end - 1};
    const std::uint32_t n = common(kernel, way, *from_above, out[above]);
    if (n == 0) continue;
    for (std::uint32_t i = way.end - n; i < way.end; ++i) edit.remove(i);
    for (std::uint32_t i = from_above->end - n; i < from_above->end; ++i)
      kernel.code[i].instruction.merged = true;
    jump.instruction.target = from_above->end - n;
  }
  const bool some = !edit.empty();
  edit.apply(kernel.code);
  return some;
}

}  // namespace

void tail_merge(DraftKernel& kernel, InstructionSet) {
  while (merge_once(kernel)) {
  }
  drop_unused_groups(kernel);
}

}  // namespace heddle::ptx
