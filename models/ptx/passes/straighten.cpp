// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/draft/code_edit.hpp"
#include "models/ptx/flow/control_flow.hpp"
#include "models/ptx/passes/passes.hpp"

namespace heddle::ptx {
namespace {

/// A jump to the next instruction: whoever takes it, or not, goes on there, past the same pragmas.
bool leads_to_next(const std::vector<Draft>& code, std::uint32_t i) {
  return jumps(code[i]) && code[i].instruction.target == i + 1 && code[i].passed_pragmas == 0;
}

/// `@p bra next; bra there; next:`
bool jumps_around_a_jump(const std::vector<Draft>& code, std::uint32_t i) {
  return jumps(code[i]) && code[i].guard != no_register && i + 2 < code.size() && jumps(code[i + 1]) &&
         code[i + 1].guard == no_register && code[i].instruction.target == i + 2 &&
         code[i].passed_pragmas == 0 && code[i + 1].pragmas.empty() && code[i + 2].pragmas.empty();
}

/// Does another instruction lead to i, but for the one before it?
bool is_target(const std::vector<Draft>& code, std::uint32_t i) {
  for (const Draft& d : code)
    if (jumps(d) && d.instruction.target == i) return true;
  return false;
}

bool straighten_once(std::vector<Draft>& code) {
  CodeEdit edit;
  for (std::uint32_t i = 0; i + 1 < code.size(); ++i) {
    if (leads_to_next(code, i)) {
      edit.remove(i);
    } else if (jumps_around_a_jump(code, i) && !is_target(code, i + 1)) {
      code[i].instruction.target = code[i + 1].instruction.target;
      code[i].passed_pragmas = code[i + 1].passed_pragmas;
      code[i].instruction.guard_negated = !code[i].instruction.guard_negated;
      edit.remove(i + 1);
      ++i;
    }
  }
  const bool some = !edit.empty();
  edit.apply(code);
  return some;
}

}  // namespace

void straighten(DraftKernel& kernel, InstructionSet) {
  while (straighten_once(kernel.code)) {
  }
}

}  // namespace heddle::ptx
