// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/simt_liveness.hpp"

#include "models/ptx/flow/kernel_analysis.hpp"

namespace heddle {
namespace {

using ptx::CodeFlow;
using ptx::Control;
using ptx::Instruction;

void find_live(const std::vector<Instruction>& code, const CodeFlow& flow, SimtLiveness& l) {
  l.in.assign(code.size(), 0);
  l.out.assign(code.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    ptx::GuardedLiveness guarded;
    for (std::size_t i = code.size(); i-- > 0;) {
      if (i + 1 == code.size() || flow.head[i + 1]) guarded = {};
      for (const std::uint32_t s : flow.successors[i]) l.out[i] |= l.in[s];
      ThreadRegisters live(l.out[i]);
      ptx::step_backwards(code[i], live, guarded);
      RegisterSet before = live.below_64();
      if (code[i].control == Control::call) before |= l.in[code[i].target];
      changed |= before != l.in[i];
      l.in[i] = before;
    }
  }
}

/// What can be reached from `from` without passing `until`; neither the way through callees.
std::vector<std::uint32_t> side_of(const CodeFlow& flow, std::uint32_t from, std::uint32_t until,
                                   std::vector<bool>& seen) {
  std::vector<std::uint32_t> side;
  if (from == until) return side;
  side.push_back(from);
  seen[from] = true;
  for (std::size_t next = 0; next < side.size(); ++next)
    for (const std::uint32_t s : flow.successors[side[next]]) {
      if (s == until || seen[s]) continue;
      seen[s] = true;
      side.push_back(s);
    }
  for (const std::uint32_t i : side) seen[i] = false;
  return side;
}

/// While one side of a branch runs, other lanes stand at the beginning of the other side or where both meet.
/// Lanes that come to the branch again, in a loop, make no difference: their side contains the other one.
void hold_across_branches(const std::vector<Instruction>& code, const CodeFlow& flow, SimtLiveness& l) {
  std::vector<bool> seen(code.size());
  for (std::size_t b = 0; b < code.size(); ++b) {
    const std::vector<std::uint32_t>& next = flow.successors[b];
    if (code[b].control != Control::branch || next.size() != 2) continue;
    const std::uint32_t meet = code[b].reconvergence;
    const RegisterSet wanted_there = meet < code.size() ? l.in[meet] : 0;
    for (const unsigned own : {0u, 1u}) {
      const RegisterSet wanted = wanted_there | l.in[next[1 - own]];
      for (const std::uint32_t i : side_of(flow, next[own], meet, seen)) l.held[i] |= wanted;
    }
  }
}

/// A function holds what lanes need that wait before a call of it, or will go on behind the call.
void hold_across_calls(const std::vector<Instruction>& code, const CodeFlow& flow, SimtLiveness& l) {
  std::vector<RegisterSet> of_callers(code.size());  // by the first instruction of the function
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t c : flow.calls) {
      RegisterSet& held = of_callers[code[c].target];
      const RegisterSet all = held | l.out[c] | l.held[c] | of_callers[flow.function[c]];
      changed |= all != held;
      held = all;
    }
  }
  for (std::size_t i = 0; i < code.size(); ++i) l.held[i] |= of_callers[flow.function[i]];
}

}  // namespace

SimtLiveness simt_liveness(const std::vector<Instruction>& code, const CodeFlow& flow) {
  SimtLiveness l;
  find_live(code, flow, l);
  l.held.assign(code.size(), 0);
  hold_across_branches(code, flow, l);
  hold_across_calls(code, flow, l);
  return l;
}

}  // namespace heddle
