// SPDX-License-Identifier: Apache-2.0
#include "models/caba/subroutine_run.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "models/base/error.hpp"
#include "models/ptx/flow/simt_stack.hpp"

namespace heddle {
namespace {

/// A warp that executes a subroutine.
class SubroutineWarp {
 public:
  SubroutineWarp(const Subroutine& subroutine, LineSlot& line, std::span<const std::byte> tables)
      : code_(subroutine.code), registers_(code_.registers), stack_(subroutine.lanes()) {
    operands_.line = line.bytes;
    operands_.tables = tables;
  }

  bool done() const { return stack_.done(); }
  void step() {
    const ptx::Instruction& i = code_.code[stack_.pc()];
    const LaneMask lanes = ptx::guarded(i, predicates_, stack_.active());
    if (i.control == ptx::Control::branch) return stack_.branch(lanes, i.target, i.reconvergence);
    if (i.control == ptx::Control::exit) return stack_.exit(lanes);
    if (lanes != 0) execute(i, lanes);
    stack_.advance();
  }

 private:
  void execute(const ptx::Instruction& i, LaneMask lanes) {
    for (unsigned k = 0; k < i.source_count; ++k) operands_.source.bind(k, registers_[i.sources[k]]);
    for (unsigned k = 0; k < i.destination_count; ++k)
      operands_.destination.bind(k, registers_[i.destinations[k]]);
    collect_predicates(i, predicates_, operands_);
    ptx::execute(i, context_, lanes, operands_);
    commit_predicates(i, operands_, lanes, predicates_);
  }

  const ptx::Kernel& code_;
  std::vector<WarpRegister> registers_;
  ptx::PredicateFile predicates_{};
  ptx::SimtStack stack_;
  ptx::WarpContext context_{.kernel = &code_};
  ptx::Operands operands_;
};

}  // namespace

std::uint64_t run_subroutine(const Subroutine& subroutine, LineSlot& line, std::uint64_t limit) {
  return run_subroutine(subroutine, line, {}, limit);
}

std::uint64_t run_subroutine(const Subroutine& subroutine, LineSlot& line, std::span<const std::byte> tables,
                             std::uint64_t limit) {
  if (tables.size() < subroutine.code.shared_bytes)
    throw Error({.place = subroutine.code.file,
                 .what = fmt::format("subroutine '{}' has larger tables than it is given", subroutine.name()),
                 .value = fmt::format("{} bytes", tables.size()),
                 .legal = fmt::format("{} bytes or more", subroutine.code.shared_bytes)});
  SubroutineWarp warp(subroutine, line, tables);
  std::uint64_t instructions = 0;
  for (; !warp.done(); ++instructions) {
    if (instructions == limit)
      throw Error({.place = subroutine.code.file,
                   .what = fmt::format("subroutine '{}' does not end", subroutine.name()),
                   .value = fmt::format("{} instructions", limit)});
    warp.step();
  }
  return instructions;
}

}  // namespace heddle
