// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "models/ptx/draft/code_edit.hpp"
#include "models/ptx/draft/instruction_set.hpp"
#include "models/ptx/flow/control_flow.hpp"
#include "models/ptx/passes/definitions.hpp"
#include "models/ptx/passes/passes.hpp"
#include "models/ptx/program/special_registers.hpp"

namespace heddle::ptx {
namespace {

/// The most instructions that may depend on a branch: where its condition is likely to differ among the lanes
/// of a warp, and elsewhere (NVIDIA, CUDA C Programming Guide 4.2, 5.4.2).
constexpr std::uint32_t most_where_lanes_differ = 7, most_elsewhere = 4;

/// The registers that hold the same value in all lanes of a warp, as far as can be told.
std::vector<bool> same_in_all_lanes(const DraftKernel& kernel) {
  const Definitions known(kernel);
  std::vector<bool> same(kernel.registers.size());
  for (const Draft& d : kernel.code) {
    bool all = only_computes(d);
    for_each_read(d, [&](RegisterId r) { all = all && same[r]; });
    for (const OperandRef& o : d.instruction.operand)
      all = all && (o.kind != OperandRef::Kind::special || !varies_by_lane(o.index));
    for_each_write(d, [&](RegisterId r) { same[r] = all && known.has(r); });
  }
  return same;
}

/// How many branches lead to each instruction.
std::vector<unsigned> jumps_to(const std::vector<Draft>& code) {
  std::vector<unsigned> count(code.size());
  for (const Draft& d : code)
    if (jumps(d)) ++count[d.instruction.target];
  return count;
}

/// What a branch decides on: lanes that do not take it execute [branch + 1, middle), which may end in a jump
/// to `end`; lanes that take it execute [middle, end).
struct Choice {
  std::uint32_t branch, middle, end;
  bool has_jump;
  std::uint32_t instructions() const { return end - branch - 1 - has_jump; }
};

/// `@p bra end; ...; end:` or `@p bra other; ...; bra end; other: ...; end:`
std::optional<Choice> choice_at(const std::vector<Draft>& code, std::uint32_t i) {
  const Draft& d = code[i];
  if (!jumps(d) || d.guard == no_register || d.passed_pragmas != 0) return std::nullopt;
  const std::uint32_t target = d.instruction.target;
  if (target <= i + 1) return std::nullopt;
  const Draft& last = code[target - 1];
  if (!jumps(last) || last.guard != no_register) return Choice{i, target, target, false};
  if (last.instruction.target <= target || last.passed_pragmas != 0) return std::nullopt;
  return Choice{i, target, last.instruction.target, true};
}

/// Can the instruction be executed by the lanes of the guard alone?
bool can_be_guarded(const Draft& d, RegisterId guard) {
  bool can = d.instruction.control == Control::none && !d.instruction.exchanges_lanes &&
             d.guard == no_register && d.pragmas.empty();
  for_each_write(d, [&](RegisterId r) { can = can && r != guard; });
  return can;
}

bool can_be_converted(const std::vector<Draft>& code, const Choice& c, const std::vector<unsigned>& entries) {
  for (std::uint32_t i = c.branch + 1; i < c.end; ++i) {
    const bool jump = c.has_jump && i + 1 == c.middle;
    if (jump ? !code[i].pragmas.empty() : !can_be_guarded(code[i], code[c.branch].guard)) return false;
    if (entries[i] != (i == c.middle ? 1u : 0u)) return false;
  }
  return true;
}

void convert(std::vector<Draft>& code, const Choice& c, CodeEdit& edit) {
  const Draft& branch = code[c.branch];
  for (std::uint32_t i = c.branch + 1; i < c.end; ++i) {
    code[i].guard = branch.guard;
    code[i].instruction.guard_negated = branch.instruction.guard_negated != (i < c.middle);
  }
  edit.remove(c.branch);
  if (c.has_jump) edit.remove(c.middle - 1);
}

}  // namespace

void if_convert(DraftKernel& kernel, InstructionSet) {
  const std::vector<bool> same = same_in_all_lanes(kernel);
  const std::vector<unsigned> entries = jumps_to(kernel.code);
  CodeEdit edit;
  for (std::uint32_t i = 0; i < kernel.code.size(); ++i) {
    const std::optional<Choice> c = choice_at(kernel.code, i);
    if (!c) continue;
    const std::uint32_t most = same[kernel.code[i].guard] ? most_elsewhere : most_where_lanes_differ;
    if (c->instructions() == 0 || c->instructions() > most || !can_be_converted(kernel.code, *c, entries))
      continue;
    convert(kernel.code, *c, edit);
    i = c->end - 1;
  }
  edit.apply(kernel.code);
}

}  // namespace heddle::ptx
