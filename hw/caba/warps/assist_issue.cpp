// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <bit>

#include "hw/caba/warps/assist_warps.hpp"
#include "hw/sm/registers/operand_collectors.hpp"
#include "models/base/error.hpp"

/// Instructions that assist warps issue.
namespace heddle {

bool AssistWarps::offer(bool low, unsigned scheduler, unsigned first, OfferedInstruction& to) {
  if (running_ == 0) return false;
  const auto mine = [&](unsigned e) {
    return all_[e].task != nullptr && all_[e].task->low == low &&
           all_[e].task->warp % schedulers_ == scheduler;
  };
  if (!low) {
    const StagedHigh& staged = blocks_.high.shown().payload;
    const auto found = [&](AssistEntries some) {
      for (; some != 0; some &= some - 1) {
        const auto e = static_cast<unsigned>(std::countr_zero(some));
        if (mine(e) && prepare(e, staged.words[e], to)) return true;
      }
      return false;
    };
    // From `first` on, which may be behind the last one, then those ahead of it.
    const AssistEntries ahead = first < most_assist_warps ? assist_entry(first) - 1 : ~AssistEntries{0};
    return found(staged.valid.value & ~ahead) || found(staged.valid.value & ahead);
  }
  const StagedLow& staged = blocks_.low.shown().payload;
  AssistEntries seen = 0;
  for (unsigned s = 0; s < most_staged && (staged.valid.value >> s & 1) != 0; ++s) {
    const unsigned e = staged.entries[s];
    const bool oldest = (seen >> e & 1) == 0;
    seen |= assist_entry(e);
    if (oldest && mine(e) && prepare(e, staged.words[s], to)) return true;
  }
  return false;
}

/// Could this instruction of entry e be issued?
bool AssistWarps::prepare(unsigned e, std::uint64_t word, OfferedInstruction& to) {
  AssistWarp& a = all_[e];
  if (a.task->killed || a.context.stack.done() || now() < a.staged_from) return false;
  const std::uint32_t index = code().index_of(a.subroutine, word);
  if (index != a.context.stack.pc())
    throw Error({.place = "assist_warp_buffer",
                 .what = fmt::format("another instruction is staged than the next one of subroutine '{}'",
                                     code().parts()[a.subroutine].subroutine->name()),
                 .value = fmt::format("{}", index),
                 .legal = fmt::format("{}", a.context.stack.pc())});
  const AssistCode::Part& part = code().parts()[a.subroutine];
  const ptx::Instruction& i = a.live != nullptr ? a.live->code[index] : part.subroutine->code.code[index];
  const Hazards& h = a.live != nullptr ? a.live->hazards[index] : part.hazards[index];
  const ptx::LiveMove move = a.live != nullptr ? a.live->moves[index] : ptx::LiveMove::none;
  ExecutionContext& program = (*warps_)[a.task->warp].program;
  const bool in = move == ptx::LiveMove::in, out = move == ptx::LiveMove::out;
  if (!(out ? program : a.context).clear(h, in ? program : a.context)) return false;
  // One that waits for the program's accesses must not keep back those that decompress what these wait for.
  if (i.unit == ptx::Unit::ldst && !collectors_->room(CollectorKind::memory)) return false;
  LaneMask lanes = ptx::guarded(i, a.context.predicates, a.context.stack.active());
  if (out) lanes &= a.task->lanes;
  // Accesses of the line keep their order: a store comes behind all that are under way, a load behind stores.
  if (i.memory.space == ptx::Space::line && (a.stores != 0 || (i.memory.store && a.loads != 0))) return false;
  to = {.instruction = &i,
        .hazards = &h,
        .warp = a.task->warp,
        .context = out ? nullptr : &a.context,
        .reads_from = in    ? &program
                      : out ? &a.context
                            : nullptr,
        .lanes = lanes,
        .collects = lanes != 0 && i.control == ptx::Control::none,
        .tag = static_cast<std::int8_t>(e)};
  return true;
}

void AssistWarps::taken(const InFlight& f) {
  const auto e = static_cast<unsigned>(f.tag);
  AssistWarp& a = all_[e];
  ++a.under_way;
  if (f.instruction->memory.space == ptx::Space::line) ++(f.instruction->memory.store ? a.stores : a.loads);
  const std::uint32_t pc = a.context.stack.pc();
  a.context.stack.advance();
  issued(e, pc);
}

void AssistWarps::executed(const OfferedInstruction& o) {
  const auto e = static_cast<unsigned>(o.tag);
  ptx::SimtStack& stack = all_[e].context.stack;
  const std::uint32_t pc = stack.pc();
  if (o.instruction->control == ptx::Control::branch)
    stack.branch(o.lanes, o.instruction->target, o.instruction->reconvergence);
  else if (o.instruction->control == ptx::Control::exit)
    stack.exit(o.lanes);
  else
    stack.advance();
  issued(e, pc);
}

void AssistWarps::finished(const InFlight& f) {
  AssistWarp& a = all_[static_cast<unsigned>(f.tag)];
  --a.under_way;
  if (a.live != nullptr) note_live_move(a, f);
  if (f.instruction->memory.space == ptx::Space::line) --(f.instruction->memory.store ? a.stores : a.loads);
}

void AssistWarps::note_live_move(AssistWarp& a, const InFlight& f) {
  const ptx::LiveMove move = live_move(*f.instruction);
  if (move == ptx::LiveMove::out) a.moved_out |= f.hazards->writes.registers;
  if (move != ptx::LiveMove::pc) return;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    a.jumps |= (f.lanes.active >> lane & 1) != 0 && f.operands.source[0][lane] != 0;
}

void AssistWarps::refuse_endless(const AssistWarp& a) const {
  const ptx::Kernel& kernel = *a.context.code;
  throw Error({.place = a.context.stack.done() ? kernel.file
                                               : kernel.place_of(kernel.code[a.context.stack.pc()].line),
               .what = fmt::format("an assist warp of subroutine '{}' does not end", kernel.name),
               .value = fmt::format("{} instructions so far", a.issued),
               .legal = fmt::format("up to caba.most_instructions, {}", setup_.most_instructions)});
}

/// The instruction at `pc` has left entry e of the buffer.
void AssistWarps::issued(unsigned e, std::uint32_t pc) {
  AssistWarp& a = all_[e];
  count(*a.task, [](AssistStatistics& s) { ++s.instructions; });
  if (++a.issued > setup_.most_instructions) refuse_endless(a);
  issued_ |= assist_entry(e);
  a.staged_from = now() + 2;
  if (a.context.stack.done() || a.context.stack.pc() == pc + 1) return;
  a.staged_from = never;
  to_flush_.push({e, false, a.context.stack.pc()});
}

}  // namespace heddle
