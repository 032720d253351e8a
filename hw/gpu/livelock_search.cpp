// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/livelock_search.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "models/host/livelock_error.hpp"
#include "models/ptx/program/memory_windows.hpp"

namespace heddle {
namespace {

/// Cycles without the end of a CTA ahead of the first search, and how much of them a search takes.
constexpr Cycle first_search = 1'000'000, part_watched = 16;
/// Instructions that store to bytes for the first time while it watches; more do not repeat themselves.
constexpr unsigned most_first_stores = 1 << 14;

}  // namespace

void LivelockSearch::add(StreamingMultiprocessor& sm) { sms_.push_back(&sm); }

void LivelockSearch::begin(const Launch& launch) {
  launch_ = &launch;
  started_ = false;
  searches_ = 0;
  ctas_done_ = 0;
  wake();
}

void LivelockSearch::end() {
  stop();
  launch_ = nullptr;
}

Cycle LivelockSearch::tick(Cycle now) {
  if (launch_ == nullptr || dispatcher_.done()) return never;
  if (!started_) {
    started_ = true;
    from_ = now + first_search;
  }
  if (watching_) {
    const bool half = now >= from_ + (until_ - from_) / 2;
    if (!gives_up_ && now < until_ && (!half || any_recurs_))
      return half ? until_ : from_ + (until_ - from_) / 2;
    if (!gives_up_) {
      if (any_recurs_) judge(now);
      ++searches_;
    }
    stop();
    from_ = now + (first_search << std::min(searches_, 20u));
    return from_;
  }
  if (now < from_) return from_;
  const std::uint64_t ctas_done = dispatcher_.progress().ctas_done;
  if (std::exchange(ctas_done_, ctas_done) != ctas_done) return from_ = now + first_search;
  watch(now);
  return from_ + (until_ - from_) / 2;
}

void LivelockSearch::watch(Cycle now) {
  watching_ = true;
  gives_up_ = any_recurs_ = false;
  from_ = now;
  until_ = now + (first_search << std::min(searches_, 20u)) / part_watched;
  watch_.emplace(*launch_->kernel);
  records_.assign(sms_.size() * 64, {});
  first_stores_ = 0;
  // What was sent before may still change memory.
  unsettled_.assign(sms_.size(), 0);
  for (std::size_t s = 0; s < sms_.size(); ++s) unsettled_[s] = sms_[s]->warps().live();
  any_unsettled_ = true;
  for (StreamingMultiprocessor* sm : sms_) sm->observe(*this);
}

void LivelockSearch::stop() {
  if (!watching_) return;
  watching_ = false;
  for (StreamingMultiprocessor* sm : sms_) sm->ignore(*this);
  watch_.reset();
  records_.clear();
  stored_.clear();
}

/// Something goes on that no livelock has. Who calls this may be among the observers.
void LivelockSearch::give_up() {
  gives_up_ = true;
  wake();
}

void LivelockSearch::changed(Cycle now) {
  changed_ = now;
  any_recurs_ = false;
  watch_->changed();
}

/// Do warps have stores or asynchronous copies under way, of which memory may not hold all yet?
void LivelockSearch::settle(Cycle now) {
  any_unsettled_ = false;
  for (std::size_t s = 0; s < sms_.size(); ++s) {
    for (WarpMask rest = unsettled_[s]; rest != 0; rest &= rest - 1)
      if (const auto w = static_cast<unsigned>(std::countr_zero(rest));
          sms_[s]->warps()[w].unsent == 0 && sms_[s]->warps()[w].copies.empty() &&
          sms_[s]->load_store().outstanding(w) == 0)
        unsettled_[s] &= ~(WarpMask{1} << w);
    any_unsettled_ |= unsettled_[s] != 0;
  }
  if (!any_unsettled_) changed(now);
}

void LivelockSearch::warp_begins(unsigned, unsigned, unsigned, unsigned, Cycle) { give_up(); }
void LivelockSearch::warp_ends(unsigned, unsigned, Cycle) { give_up(); }
void LivelockSearch::jumped(unsigned, unsigned, std::uint32_t, LaneMask, Cycle) { give_up(); }

void LivelockSearch::issued(unsigned sm, const IssuedInstruction& issued, Cycle now) {
  if (gives_up_) return;
  if (any_unsettled_) settle(now);
  const ptx::Instruction& i = launch_->kernel->code[issued.pc];
  if (i.control == ptx::Control::exit && issued.mask != 0) return give_up();
  // The outcome of a reduction depends on other warps; arrivals add up.
  if (i.control == ptx::Control::barrier && issued.mask != 0 &&
      (!i.barrier.waits || i.barrier.reduction != ptx::Barrier::Reduction::none))
    changed(now);
  Record& r = records_[number(sm, issued.warp)].emplace_back();
  r.pc = issued.pc;
  r.control = sms_[sm]->warps()[issued.warp].program.stack.digest();
  r.mask = issued.mask;
  r.issued = now;
  r.done = issued.in_flight == nullptr;
  if (!r.done) r.sequence = issued.in_flight->sequence;
  take(sm, issued.warp, now);
}

void LivelockSearch::finished(unsigned sm, const InFlight& f, Cycle now) {
  if (gives_up_ || f.injected()) return;
  if (f.instruction->copy.any()) return give_up();  // it changes memory, whenever it was issued
  auto& queue = records_[number(sm, f.warp)];
  const auto found =
      std::find_if(queue.begin(), queue.end(), [&](const Record& r) { return r.sequence == f.sequence; });
  if (found == queue.end()) return;  // issued before the search
  const ptx::Instruction& i = *f.instruction;
  found->done = true;
  for (unsigned k = 0; k < i.destination_count; ++k) found->results[k] = f.operands.destination[k];
  found->predicates = f.operands.predicate;
  if (i.control == ptx::Control::none && i.memory.space != ptx::Space::none && f.lanes.active != 0)
    access(sm, f, *found, now);
  if (!gives_up_) take(sm, f.warp, now);
}

/// A load, a store, or an atomic.
void LivelockSearch::access(unsigned sm, const InFlight& f, Record& r, Cycle now) {
  const ptx::Instruction& i = *f.instruction;
  switch (i.memory.space) {
    case ptx::Space::global:
    case ptx::Space::shared:
    case ptx::Space::local:
    case ptx::Space::generic:
      break;
    default:
      return;
  }
  ptx::LaneAddresses addresses{};
  ptx::effective_addresses(i, f.operands, addresses);
  if (i.memory.update != nullptr && changes(f)) return give_up();
  if (i.memory.store && i.memory.update == nullptr) return store(sm, f, addresses, now);
  const ptx::Location at =
      ptx::resolve(i.memory.space, addresses[static_cast<unsigned>(std::countr_zero(f.lanes.active))]);
  r.poll = {.pc = r.pc, .lanes = f.lanes.active, .space = at.space, .address = at.offset};
}

/// Has the atomic left something else in memory? One without a result may have.
bool LivelockSearch::changes(const InFlight& f) const {
  const ptx::Instruction& i = *f.instruction;
  if (i.destination_count == 0) return true;
  const unsigned width = i.memory.width;
  const std::uint64_t of_width = width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * width) - 1;
  for (LaneMask rest = f.lanes.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    std::uint64_t old = f.operands.destination[0][lane];
    if (i.destination_count == 2) old |= std::uint64_t{f.operands.destination[1][lane]} << 32;
    old &= of_width;
    const std::uint64_t b = ptx::operand_bits(i, f.operands, 1, width, lane),
                        c = ptx::operand_bits(i, f.operands, 2, width, lane);
    if ((i.memory.update(old, b, c) & of_width) != old) return true;
  }
  return false;
}

LivelockSearch::Byte LivelockSearch::place(unsigned sm, const InFlight& f, unsigned lane,
                                           std::uint64_t address) const {
  const ptx::Location at = ptx::resolve(f.instruction->memory.space, address);
  const Warp& warp = sms_[sm]->warps()[f.warp];
  if (at.space == ptx::Space::shared) return {1 + std::uint64_t{sm} * 64 + warp.cta, at.offset};
  if (at.space == ptx::Space::local)
    return {(std::uint64_t{1} << 20) + number(sm, f.warp) * warp_size + lane, at.offset};
  return {0, at.offset};
}

/// A byte that gets another value than the last time has changed; what it held before the first time is not
/// known.
void LivelockSearch::store(unsigned sm, const InFlight& f, const ptx::LaneAddresses& addresses, Cycle now) {
  const ptx::Instruction& i = *f.instruction;
  const unsigned bytes = unsigned{i.memory.width} * i.memory.elements;
  bool first = false;
  std::unordered_map<Byte, std::byte, HashOfByte> now_there;  // of lanes that meet, the last one wins
  for (LaneMask rest = f.lanes.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    std::array<std::byte, 16> value{};
    ptx::store_value(i, f.operands, lane, value.data());
    for (unsigned k = 0; k < bytes; ++k) now_there[place(sm, f, lane, addresses[lane] + k)] = value[k];
  }
  for (const auto& [byte, value] : now_there) {
    const auto [at, added] = stored_.try_emplace(byte, value);
    if (!added && at->second != value) return give_up();
    first |= added;
  }
  if (!first) return;
  if (++first_stores_ > most_first_stores) return give_up();
  unsettled_[sm] |= WarpMask{1} << f.warp;
  any_unsettled_ = true;
  changed(now);
}

/// Shows the watch what warp w has executed, as far as all of it has come to its end.
void LivelockSearch::take(unsigned sm, unsigned w, Cycle now) {
  const std::size_t n = number(sm, w);
  LivelockWatch& watch = *watch_;
  for (auto& queue = records_[n]; !queue.empty() && queue.front().done; queue.pop_front()) {
    Record& r = queue.front();
    const ptx::Instruction& i = launch_->kernel->code[r.pc];
    // What was issued before the last change may have read what memory held then.
    if (any_unsettled_ || r.issued <= changed_) {
      watch.restart(n);
    } else if (!watch.recurs(n) && watch.stands(n, r.pc, r.control)) {
      any_recurs_ = true;
      judge(now);
    }
    if (r.poll.lanes != 0) watch.read(n, r.poll);
    if (i.control != ptx::Control::none || r.mask == 0) continue;
    ptx::Operands operands;
    for (unsigned k = 0; k < i.destination_count; ++k) operands.destination.bind(k, r.results[k]);
    operands.predicate = r.predicates;
    watch.executed(n, i, r.mask, operands);
  }
}

/// Throws Error when all warps that execute anything repeat themselves. A warp that waits for nothing and has
/// executed nothing may still do so, unless the search is a later one, which lasts longer, and is in its
/// second half.
void LivelockSearch::judge(Cycle now) const {
  const LivelockWatch& watch = *watch_;
  std::uint64_t count = 0, waiting = 0, starved = 0;
  const bool long_watched = searches_ != 0 && now >= from_ + (until_ - from_) / 2;
  const Warp* one = nullptr;
  std::size_t number_of_one = 0;
  const auto apart = [](const Warp& w) { return w.program.stack.alive() & ~w.program.stack.active(); };
  for (unsigned s = 0; s < sms_.size(); ++s)
    for (unsigned w = 0; w < sms_[s]->warps().size(); ++w) {
      const Warp& warp = sms_[s]->warps()[w];
      if (!warp.live || warp.program.stack.done()) continue;
      if (warp.at_barrier) {
        ++waiting;
        continue;
      }
      const bool rests = warp.in_flight == 0 && sms_[s]->load_store().outstanding(w) == 0;
      if (long_watched && rests && watch.steps(number(s, w)) == 0) {
        ++starved;
        continue;
      }
      if (!watch.recurs(number(s, w))) return;
      ++count;
      if (one != nullptr && (apart(*one) != 0 || apart(warp) == 0)) continue;
      one = &warp;
      number_of_one = number(s, w);
    }
  if (one == nullptr) return;
  const LaunchProgress p = dispatcher_.progress();
  throw livelock_error({.kernel = *launch_->kernel,
                        .context = one->context,
                        .stack = one->program.stack,
                        .poll = watch.poll(number_of_one),
                        .warps = count,
                        .at_barrier = waiting,
                        .starved = starved,
                        .ctas_left = p.ctas - p.ctas_begun});
}

}  // namespace heddle
