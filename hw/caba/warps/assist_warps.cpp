// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/warps/assist_warps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "hw/sm/hooks/sm_hooks.hpp"
#include "hw/sm/issue/issue_station.hpp"
#include "hw/sm/launch/launch.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

StatGroup& of_priority(const SmTechniqueParts& parts, const char* priority) {
  return parts.stats.group("caba").group(priority);
}

template <unsigned N>
Bits<N> bits(std::size_t value) {
  return {static_cast<typename Bits<N>::Storage>(value)};
}

}  // namespace

AssistWarps::AssistWarps(sc_core::sc_module_name name, const AssistSetup& setup,
                         const SmTechniqueParts& parts)
    : sc_module(name),
      setup_(setup),
      schedulers_(parts.config.schedulers),
      blocks_(setup.controller, setup.store, parts),
      high_(of_priority(parts, "high")),
      low_(of_priority(parts, "low")),
      file_(parts.config.registers) {
  for (const bool low : {false, true})
    for (unsigned s = 0; s < schedulers_; ++s)
      sources_.push_back(std::make_unique<AssistSource>(*this, low, s));
  if (!setup_.of_user.empty())
    user_ = std::make_unique<EventTriggers>(*this, setup_.of_user, setup_.records, parts.stats.group("caba"));
}

void AssistWarps::attach(SmHooks& hooks, const SmStations& stations) {
  warps_ = &stations.warps;
  issue_ = &stations.issue;
  collectors_ = &stations.collectors;
  events_ = &stations.events;
  standby_.attach(stations);
  hooks.add(static_cast<IssueGate&>(*this));
  for (const auto& source : sources_) hooks.add(static_cast<InstructionSource&>(*source));
  if (user_ == nullptr) return;
  user_->attach(events_->sm(), *warps_);
  hooks.add(static_cast<SmObserver&>(*user_));
}

void AssistWarps::begin(const Launch& launch, const KernelPlan* own) {
  launched_ = true;
  plan_ = &static_cast<const AssistPlan&>(*own);
  first_register_ = launch.kernel->registers + plan_->offset;
  if (user_) user_->begin(launch);
}

bool AssistWarps::fencing() {
  if (std::exchange(looked_for_fences_, now()) == now()) return fencing_;
  fencing_ = false;
  for (WarpMask rest = live(); rest != 0 && !fencing_; rest &= rest - 1)
    fencing_ = (*warps_)[static_cast<unsigned>(std::countr_zero(rest))].fencing;
  return fencing_;
}

bool AssistWarps::claim_room(EventOf of) {
  if (of == EventOf::store) return of_lines_[true] < setup_.events;
  const auto own = static_cast<unsigned>(of);
  bool waits = of_lines_[false] == setup_.events;
  for (unsigned s = (given_ + 1) % events_of_high; s != own; s = (s + 1) % events_of_high)
    waits |= (claims_ >> s & 1) != 0;
  if (waits) {
    claims_ |= 1u << own;
    return false;
  }
  claims_ &= ~(1u << own);
  given_ = own;
  return true;
}

void AssistWarps::submit(AssistTask& task) {
  task.state = AssistTask::State::waiting;
  task.killed = false;
  if (task.bound)
    warps_->hold(task.warp);
  else
    ++of_lines_[task.low];
  waiting_[task.low].push_back(&task);
}

void AssistWarps::kill(AssistTask& task) {
  if (task.state == AssistTask::State::over) return;
  task.killed = true;
  if (task.state != AssistTask::State::waiting) return;
  std::erase(waiting_[task.low], &task);
  leave_queue(task);
  over(task);
}

void AssistWarps::over(AssistTask& task) {
  task.state = AssistTask::State::over;
  if (!task.bound) return;
  warps_->let_go(task.warp);
  user_->over();
}

bool AssistWarps::busy() const {
  return (launched_ && !loaded()) || shown_ || running_ != 0 || !asked_.empty() || !waiting_[0].empty() ||
         !waiting_[1].empty() || !to_flush_.empty() || open() != ~WarpMask{0} ||
         (setup_.restores_parts && standby_.changes());
}

void AssistWarps::check_balance(const Balance& balance) const {
  balance.none("assist warps", running_);
  balance.none("events of assist warps", asked_.size() + waiting_[0].size() + waiting_[1].size());
}

void AssistWarps::begin_cycle() {
  if (setup_.restores_parts) standby_.keep();
  if (running_ != 0) end_those_done();
  if (!asked_.empty()) take_answer();
  WarpMask closed = blocks_.state.shown().payload.blocked;
  for (const WarpMask parents : triggered_) closed |= parents;
  if (user_) {
    user_->begin_cycle(now());
    closed |= user_->crowded() ? ~WarpMask{0} : waiting_parents();
  }
  set_open(~closed);
}

/// Of events of high priority whose parent waits from the event on.
WarpMask AssistWarps::waiting_parents() const {
  WarpMask parents = 0;
  for (const AssistTask* task : waiting_[0])
    if (task->bound) parents |= WarpMask{1} << task->warp;
  return parents;
}

/// The answer to the oldest event, two cycles behind it.
void AssistWarps::take_answer() {
  const Beat<AssistAnswer>& answer = blocks_.answer.shown();
  if (!answer.valid) return;
  AssistTask& task = *asked_.front();
  asked_.pop();
  if (!task.low) triggered_[window_of(task)] &= ~(WarpMask{1} << task.warp);
  if (answer.payload.accepted) {
    leave_queue(task);
    return begin_assist_warp(task, answer.payload);
  }
  let_go(task);
  if (!answer.payload.enabled)
    throw Error({.place = name(),
                 .what = "an event triggers no subroutine: a stored line is corrupt",
                 .value = fmt::format("event {}", task.event)});
  count(task, [](AssistStatistics& s) { ++s.refused; });
  if (task.killed) {
    leave_queue(task);
    return over(task);
  }
  task.state = AssistTask::State::waiting;
  waiting_[task.low].push_back(&task);
}

void AssistWarps::begin_assist_warp(AssistTask& task, const AssistAnswer& answer) {
  AssistWarp& a = all_[answer.entry.value];
  if (a.task != nullptr || answer.subroutine.value >= code().parts().size())
    throw Error(
        {.place = "assist_warp_controller",
         .what = "it gives an event a subroutine that there is not, or an entry that is not free",
         .value = fmt::format("entry {}, subroutine {}", answer.entry.value, answer.subroutine.value)});
  a = {.task = &task, .context = {}, .subroutine = answer.subroutine.value, .begun = now()};
  a.context.base = base_of(a);
  a.context.stack = ptx::SimtStack(answer.lanes);
  a.context.line = task.line;
  a.context.code = &code().parts()[a.subroutine].subroutine->code;
  a.context.drops_faults = task.drops_faults;
  if (task.bound)
    a.context.shared = user_->shared_of(task.event);
  else if (setup_.tables != nullptr)
    a.context.tables = *setup_.tables;
  if (const auto live = plan_->live.find(a.subroutine); live != plan_->live.end()) a.live = &live->second;
  task.state = AssistTask::State::running;
  live_ |= assist_entry(answer.entry.value);
  ++running_;
  count(task, [](AssistStatistics& s) { ++s.begun; });
}

/// The first register of an assist warp.
RegisterId AssistWarps::base_of(AssistWarp& a) {
  if (setup_.window_registers == 0)
    return static_cast<RegisterId>((*warps_)[a.task->warp].program.base + first_register_ +
                                   setup_.windows[window_of(*a.task)]);
  a.window = static_cast<unsigned>(std::countr_one(windows_));
  windows_ |= assist_entry(a.window);
  return static_cast<RegisterId>(file_ - (most() - a.window) * setup_.window_registers);
}

/// All lanes have ended, or it is killed, and all results are in the banks.
void AssistWarps::end_those_done() {
  for (AssistEntries rest = live_; rest != 0; rest &= rest - 1) {
    const auto e = static_cast<unsigned>(std::countr_zero(rest));
    AssistWarp& a = all_[e];
    if (a.under_way != 0 || a.context.writing.registers.any()) continue;
    if (!a.task->killed && !a.context.stack.done()) continue;
    count(*a.task, [&](AssistStatistics& s) {
      ++(a.task->killed ? s.killed : s.ended);
      s.cycles += now() - a.begun;
      if (a.jumps) ++s.jumped;
    });
    let_jump(a);
    let_go(*a.task);
    over(*a.task);
    a.task = nullptr;
    live_ &= ~assist_entry(e);
    if (setup_.window_registers != 0) windows_ &= ~assist_entry(a.window);
    --running_;
    to_flush_.push({e, true, 0});
  }
}

/// Its parent, which has waited for it, goes on where the subroutine has said.
void AssistWarps::let_jump(const AssistWarp& a) {
  if (a.jumps) {
    const std::uint32_t pc = (*warps_)[a.task->warp].program.stack.pc();
    if (pc == a.live->waits) return issue_->jump(a.task->warp, a.live->target);
    throw Error(
        {.place = name(),
         .what = fmt::format("the parent of subroutine '{}' has not waited for it", a.context.code->name),
         .value = fmt::format("instruction {}", pc),
         .legal = fmt::format("{}", a.live->waits)});
  }
  if (a.live == nullptr || !a.moved_out.meets(a.live->only_with_jump)) return;
  std::vector<unsigned> lost;
  a.moved_out.for_each([&](unsigned r) {
    if (a.live->only_with_jump.contains(r)) lost.push_back(r);
  });
  throw Error(
      {.place = a.context.code->file,
       .what = fmt::format("subroutine '{}' has written registers of its parent that hold something else "
                           "unless it goes on at jump_to",
                           a.context.code->name),
       .value = fmt::format("registers {}", fmt::join(lost, " ")),
       .legal = "mov.live_out.pc of what is not 0, where these are written"});
}

void AssistWarps::end_cycle() {
  if (!busy()) return;
  show();
}

/// Drives the pins for the next edge.
void AssistWarps::show() {
  shown_ = false;
  load();
  ask();
  blocks_.issued.write({{bits<most_assist_warps>(issued_)}});
  shown_ |= issued_ != 0;
  issued_ = 0;
  const bool room = collectors_->room(CollectorKind::sp);
  blocks_.use.write({{issue_->left_slot(), !room}});
  if (to_flush_.empty()) {
    blocks_.redirect.idle();
    blocks_.release.idle();
    blocks_.flush.idle();
    return;
  }
  const Flush f = to_flush_.front();
  to_flush_.pop();
  const auto entry = bits<assist_entry_bits>(f.entry);
  blocks_.flush.write({{entry}, true});
  if (f.ends) {
    blocks_.release.write({{entry}, true});
    blocks_.redirect.idle();
  } else {
    blocks_.redirect.write({{entry, bits<assist_address_bits>(f.instruction)}, true});
    blocks_.release.idle();
    all_[f.entry].staged_from = now() + 2;
  }
  shown_ = true;
}

/// Before the first event: a word of code, a subroutine's begin and a row of the trigger table a cycle.
void AssistWarps::load() {
  if (!launched_ || loaded()) return;
  const std::size_t k = loaded_++;
  if (k < code().words().size())
    blocks_.word.write({{bits<assist_address_bits>(k), code().words()[k]}, true});
  else
    blocks_.word.idle();
  if (k < code().parts().size())
    blocks_.subroutine.write(
        {{bits<subroutine_id_bits>(k), bits<assist_address_bits>(code().parts()[k].first)}, true});
  else
    blocks_.subroutine.idle();
  if (k < setup_.triggers.size()) {
    const AssistTrigger& t = setup_.triggers[k];
    blocks_.trigger.write(
        {{bits<assist_event_bits>(k), t.enabled, bits<subroutine_id_bits>(t.subroutine),
          bits<assist_address_bits>(t.last), t.low, bits<assist_window_bits>(t.window), t.lanes},
         true});
  } else {
    blocks_.trigger.idle();
  }
  shown_ = true;
}

/// Triggers one assist warp, those of high priority first.
void AssistWarps::ask() {
  AssistTask* task = nullptr;
  if (loaded()) {
    task = ask_for(waiting_[0]);
    if (task == nullptr) task = ask_for(waiting_[1]);
  }
  if (task == nullptr) return blocks_.event.idle();
  blocks_.event.write({{bits<assist_event_bits>(task->event), bits<parent_bits>(task->warp)}, true});
  shown_ = true;
}

/// Would the controller refuse an event, since no entry is free for it? One that is released in this cycle is
/// not free yet.
bool AssistWarps::full() const {
  std::size_t taken = running_ + asked_.size();
  for (std::size_t k = 0; k < to_flush_.size(); ++k) taken += to_flush_[k].ends ? 1 : 0;
  return taken >= setup_.controller.entries || running_ + asked_.size() >= most();
}

/// The oldest of these that finds an entry and a parent; null: none does.
AssistTask* AssistWarps::ask_for(std::deque<AssistTask*>& waiting) {
  if (waiting.empty()) return nullptr;
  const bool none_free = full();
  const auto found = std::find_if(waiting.begin(), waiting.end(), [&](AssistTask* task) {
    if (!has_room(*task)) return false;
    if (!task->low) make_way(*task);
    return !none_free && finds_parent(*task);
  });
  if (found == waiting.end()) return nullptr;
  AssistTask& task = **found;
  waiting.erase(found);
  task.state = AssistTask::State::asked;
  parents_[window_of(task)] |= WarpMask{1} << task.warp;
  lows_ += task.low;
  users_ += task.bound;
  if (!task.low) triggered_[window_of(task)] |= WarpMask{1} << task.warp;
  warps_->hold(task.warp);
  asked_.push(&task);
  return &task;
}

/// Those of low priority take at most half of the entries. User subroutines leave one to those that
/// decompress, for whose lines their accesses to memory may wait.
bool AssistWarps::has_room(const AssistTask& task) const {
  if (task.bound && users_ >= most_of_users()) return false;
  return !task.low || lows_ < most_lows();
}

/// It is asked for no more, or has ended.
void AssistWarps::let_go(const AssistTask& task) {
  parents_[window_of(task)] &= ~(WarpMask{1} << task.warp);
  lows_ -= task.low;
  users_ -= task.bound;
  warps_->let_go(task.warp);
}

/// The warp that has caused it, unless that has another one with the same window at present; of a line that
/// outlives its warp, another one that has instructions left, or the one that stands by.
bool AssistWarps::finds_parent(AssistTask& task) const {
  const WarpMask taken = parents_[window_of(task)];
  if (!task.any_parent) return (*warps_)[task.warp].live && (taken >> task.warp & 1) == 0;
  WarpMask free = warps_->live() & ~taken;
  if (!task.low && free == 0) free = standby_.mask() & ~taken;
  if (free == 0) return false;
  if ((free >> task.warp & 1) == 0) task.warp = static_cast<unsigned>(std::countr_zero(free));
  return true;
}

/// Does one of low priority have what this one needs: the same registers of the same parent, or the only
/// entry there is?
bool AssistWarps::displaces(const AssistTask& low, const AssistTask& task) const {
  return most() == 1 || (low.warp == task.warp && window_of(low) == window_of(task));
}

/// Such a one ends without its outcome, unless it executes a user subroutine.
void AssistWarps::make_way(const AssistTask& task) {
  if (lows_ == 0) return;
  for (AssistWarp& a : all_)
    if (a.task != nullptr && a.task->low && !a.task->bound && displaces(*a.task, task)) a.task->killed = true;
}

}  // namespace heddle
