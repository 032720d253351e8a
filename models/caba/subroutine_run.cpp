#include "models/caba/subroutine_run.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>
#include <vector>

#include "models/base/error.hpp"
#include "models/ptx/simt_stack.hpp"

namespace heddle {
namespace {

/// Lanes in turn, of whose stores to one place the last one's stays.
void access_shared(const ptx::Instruction& i, LaneMask lanes, ptx::Operands& operands,
                   std::span<std::byte> shared) {
  if (i.memory.space != ptx::Space::shared || i.memory.update != nullptr)
    throw Error({.what = "no such access is executed without a machine",
                 .legal = "loads and stores of .line and .shared"});
  ptx::LaneAddresses addresses{};
  effective_addresses(i, operands, addresses);
  const std::uint32_t bytes = std::uint32_t{i.memory.width} * i.memory.elements;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t at = addresses[lane];
    if (at > shared.size() || bytes > shared.size() - at || at % bytes != 0)
      throw Error({.what = fmt::format("lane {} reaches outside the subroutine's shared memory, or across a "
                                       "multiple of the access's size",
                                       lane),
                   .value = fmt::format("{} bytes at {}", bytes, at),
                   .legal = fmt::format("addresses below {}", shared.size())});
    if (i.memory.store)
      store_value(i, operands, lane, &shared[at]);
    else
      load_value(i, operands, lane, &shared[at]);
  }
}

/// A warp that executes a subroutine.
class SubroutineWarp {
 public:
  SubroutineWarp(const Subroutine& subroutine, LineSlot& line, std::span<std::byte> shared)
      : code_(subroutine.code),
        registers_(code_.registers),
        stack_(subroutine.lanes()),
        shared_(shared.first(code_.shared_bytes)) {
    operands_.line = line.bytes;
  }

  bool done() const { return stack_.done(); }
  std::uint32_t line_of_file() const { return code_.code[stack_.pc()].line; }
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
    if (i.memory.space == ptx::Space::none || i.memory.space == ptx::Space::line)
      i.execute(i, context_, lanes, operands_);
    else
      access_shared(i, lanes, operands_, shared_);
    commit_predicates(i, operands_, lanes, predicates_);
  }

  const ptx::Kernel& code_;
  std::vector<WarpRegister> registers_;
  ptx::PredicateFile predicates_{};
  ptx::SimtStack stack_;
  std::span<std::byte> shared_;
  ptx::WarpContext context_;
  ptx::Operands operands_;
};

}  // namespace

std::uint64_t run_subroutine(const Subroutine& subroutine, LineSlot& line, std::uint64_t limit) {
  return run_subroutine(subroutine, line, {}, limit);
}

std::uint64_t run_subroutine(const Subroutine& subroutine, LineSlot& line, std::span<std::byte> shared,
                             std::uint64_t limit) {
  if (shared.size() < subroutine.code.shared_bytes)
    throw Error(
        {.place = subroutine.code.file,
         .what = fmt::format("subroutine '{}' has more shared memory than it is given", subroutine.name()),
         .value = fmt::format("{} bytes", shared.size()),
         .legal = fmt::format("{} bytes or more", subroutine.code.shared_bytes)});
  SubroutineWarp warp(subroutine, line, shared);
  std::uint64_t instructions = 0;
  for (; !warp.done(); ++instructions) {
    if (instructions == limit)
      throw Error({.place = subroutine.code.file,
                   .what = fmt::format("subroutine '{}' does not end", subroutine.name()),
                   .value = fmt::format("{} instructions", limit)});
    try {
      warp.step();
    } catch (const Error& e) {
      Problem problem = e.problem();
      problem.place = fmt::format("{}:{}", subroutine.code.file, warp.line_of_file());
      throw Error(std::move(problem));
    }
  }
  return instructions;
}

}  // namespace heddle
