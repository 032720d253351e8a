#include "models/caba/subroutine_run.hpp"

#include <fmt/format.h>

#include <bit>
#include <vector>

#include "models/base/error.hpp"
#include "models/ptx/simt_stack.hpp"

namespace heddle {
namespace {

/// A warp that executes a subroutine.
class SubroutineWarp {
 public:
  SubroutineWarp(const Subroutine& subroutine, LineSlot& line)
      : code_(subroutine.code), line_(line), registers_(code_.registers), stack_(subroutine.lanes()) {}

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
    if (i.execute == nullptr) return access_line(code_, i, lanes, operands_, line_);
    i.execute(i, context_, lanes, operands_);
    commit_predicates(i, operands_, lanes, predicates_);
  }

  const ptx::Kernel& code_;
  LineSlot& line_;
  std::vector<WarpRegister> registers_;
  ptx::PredicateFile predicates_{};
  ptx::SimtStack stack_;
  ptx::WarpContext context_;
  ptx::Operands operands_;
};

}  // namespace

std::uint64_t run_subroutine(const Subroutine& subroutine, LineSlot& line, std::uint64_t limit) {
  SubroutineWarp warp(subroutine, line);
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

void access_line(const ptx::Kernel& code, const ptx::Instruction& i, LaneMask lanes, ptx::Operands& operands,
                 LineSlot& line) {
  ptx::LaneAddresses addresses{};
  effective_addresses(i, operands, addresses);
  const std::uint32_t bytes = std::uint32_t{i.memory.width} * i.memory.elements;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t at = addresses[lane];
    if (at > LineSlot::size || bytes > LineSlot::size - at)
      throw Error({.place = fmt::format("{}:{}", code.file, i.line),
                   .what = fmt::format("subroutine '{}': lane {} reaches outside the line", code.name, lane),
                   .value = fmt::format("{} bytes at {}", bytes, at),
                   .legal = fmt::format("0 to {}", LineSlot::size - 1)});
    if (i.memory.store)
      store_value(i, operands, lane, &line.bytes[at]);
    else
      load_value(i, operands, lane, &line.bytes[at]);
  }
}

}  // namespace heddle
