// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/ptx/draft/code_edit.hpp"
#include "models/ptx/passes/definitions.hpp"
#include "models/ptx/passes/passes.hpp"

namespace heddle::ptx {
namespace {

/// Leaves out what is not read by anything that stays; whether something was.
bool remove_once(DraftKernel& kernel) {
  std::vector<bool> read(kernel.registers.size());
  for (const Draft& d : kernel.code) for_each_read(d, [&](RegisterId r) { read[r] = true; });
  CodeEdit edit;
  for (std::uint32_t i = 0; i + 1 < kernel.code.size(); ++i) {
    bool wanted = !only_computes(kernel.code[i]);
    for_each_write(kernel.code[i], [&](RegisterId r) { wanted = wanted || read[r]; });
    if (!wanted) edit.remove(i);
  }
  const bool some = !edit.empty();
  edit.apply(kernel.code);
  return some;
}

}  // namespace

void remove_unread(DraftKernel& kernel, InstructionSet) {
  while (remove_once(kernel)) {
  }
  drop_unused_groups(kernel);
}

}  // namespace heddle::ptx
