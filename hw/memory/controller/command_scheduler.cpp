// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/controller/command_scheduler.hpp"

#include <bit>
#include <tuple>

#include "hw/memory/transaction.hpp"

namespace heddle {

CommandScheduler::CommandScheduler(const Gddr5Config& device, const ControllerConfig& config,
                                   ControllerEntries& entries)
    : device_(device),
      config_(config),
      timing_(device),
      entries_(entries),
      reads_(device.banks),
      writes_(device.banks),
      banks_(device.banks),
      refresh_due_(device.refresh ? device.t_refi : never) {
  config_.validate();
}

const DramRequest* CommandScheduler::source_of(const DramRequest& read) const {
  const DramRequest* write = writes_.youngest_to(read.place.bank, read.line);
  if (write == nullptr || write->payload->get_byte_enable_ptr() != nullptr) return nullptr;
  const auto begin = read.payload->get_address(), from = write->payload->get_address();
  const LineFormat* wanted = carried_format(*read.payload);
  const LineFormat* theirs = carried_format(*write->payload);
  const LineFormat unencoded;
  const bool same = (wanted != nullptr ? *wanted : unencoded) == (theirs != nullptr ? *theirs : unencoded);
  return same && from <= begin &&
                 begin + read.payload->get_data_length() <= from + write->payload->get_data_length()
             ? write
             : nullptr;
}

void CommandScheduler::enter(DramRequest& request, Cycle now) {
  request.queued = now;
  DramQueue& own = request.write ? writes_ : reads_;
  // Within a queue, requests to one line go by age anyway: they are of one row.
  DramRequest* before = (request.write ? reads_ : writes_).youngest_to(request.place.bank, request.line);
  own.push(request);
  entries(request.write).take(now);
  if (before != nullptr) {
    request.blocked = true;
    request.next_waiter = before->waiters;
    before->waiters = &request;
    for (DramRequest* r = before; r != nullptr; r = r->bank_older) r->urgent |= r->line == request.line;
  }
  put_stale(request.place.bank);
  update_mode(now);
}

void CommandScheduler::release_waiters(DramRequest& request) {
  for (DramRequest* waiter = request.waiters; waiter != nullptr; waiter = waiter->next_waiter)
    waiter->blocked = false;
  request.waiters = nullptr;
}

void CommandScheduler::update_mode(Cycle now) {
  if (config_.one_queue) return;
  const bool starved = starving(writes_.oldest(), now);
  if (writes_.count() >= config_.write_high || starved)
    forced_ = true;
  else if (writes_.count() <= config_.write_low)
    forced_ = false;
  const bool writing = !writes_.empty() && (forced_ || reads_.empty());
  if (writing == writing_) return;
  writing_ = writing;
  drains_ += writing;
  stale_ = device_.banks == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << device_.banks) - 1;
  planned_ = false;
}

/// The oldest request of a list that hits the open row, else the oldest one; the oldest one in any case when
/// it has waited too long.
DramRequest* CommandScheduler::best_of(DramRequest* oldest, bool all, Cycle now) const {
  DramRequest* best = nullptr;
  for (DramRequest* r = oldest; r != nullptr; r = r->bank_younger) {
    if (r->blocked || !(all || r->urgent)) continue;
    if (is_hit(*r) || (best == nullptr && starving(r, now))) return r;
    if (best == nullptr) best = r;
  }
  return best;
}

void CommandScheduler::choose(unsigned b, Cycle now) {
  Bank& bank = banks_[b];
  if (bank.begun != nullptr) {
    bank.chosen = bank.begun;
  } else {
    // Of the other queue, only requests for which another request waits.
    DramRequest* read = best_of(reads_.oldest(b), config_.one_queue || !writing_, now);
    DramRequest* write = best_of(writes_.oldest(b), config_.one_queue || writing_, now);
    bank.chosen = read;
    if (read == nullptr ||
        (write != nullptr && std::tuple(!is_hit(*write), write->age) < std::tuple(!is_hit(*read), read->age)))
      bank.chosen = write;
  }
  const std::uint64_t bit = std::uint64_t{1} << b;
  wanted_ = bank.chosen != nullptr ? wanted_ | bit : wanted_ & ~bit;
}

DramOp CommandScheduler::next_op(const DramRequest& r) const {
  if (!timing_.open(r.place.bank)) return DramOp::activate;
  if (timing_.row(r.place.bank) != r.place.row) return DramOp::precharge;
  return r.write ? DramOp::write : DramOp::read;
}

void CommandScheduler::plan_refresh(Cycle from) {
  plan_ = {std::max(from, timing_.ready(DramOp::refresh, 0)), DramOp::refresh, 0, true};
  if (timing_.open_banks() == 0) return;
  plan_.at = never;
  for (unsigned b = 0; b < device_.banks; ++b) {
    if (!timing_.open(b)) continue;
    const Cycle at = std::max(from, timing_.ready(DramOp::precharge, b));
    if (at < plan_.at) plan_ = {at, DramOp::precharge, b, true};
  }
}

void CommandScheduler::plan(Cycle from) {
  for (; stale_ != 0; stale_ &= stale_ - 1) choose(static_cast<unsigned>(std::countr_zero(stale_)), from);
  planned_ = true;
  if (from >= refresh_due_) return plan_refresh(from);
  plan_ = {};
  // Accesses to random rows are limited by activates, streams by the data bus.
  const auto rank = [&](DramOp op, Cycle at) {
    if (op == DramOp::precharge) return 3;
    return op != DramOp::activate ? 1 : timing_.bus_idles(at) ? 0 : 2;
  };
  for (std::uint64_t bits = wanted_; bits != 0; bits &= bits - 1) {
    const auto b = static_cast<unsigned>(std::countr_zero(bits));
    const DramRequest& r = *banks_[b].chosen;
    const DramOp op = next_op(r);
    const Cycle at = std::max(from, timing_.ready(op, b));
    if (at < plan_.at ||
        (at == plan_.at &&
         std::tuple(rank(op, at), r.age) < std::tuple(rank(plan_.op, at), banks_[plan_.bank].chosen->age)))
      plan_ = {at, op, b, false};
  }
  if (plan_.at > refresh_due_) {  // the refresh, and the precharges that it needs, come first
    plan_.at = refresh_due_;
    planned_ = false;
  }
}

Cycle CommandScheduler::due(Cycle from) {
  if (!planned_) plan(from);
  return plan_.at;
}

CommandScheduler::Command CommandScheduler::issue(Cycle now) {
  Command command{plan_.op, plan_.bank, 0, nullptr, false};
  planned_ = false;
  if (!plan_.for_refresh) {
    command.request = banks_[plan_.bank].chosen;
    command.row = command.request->place.row;
  }
  timing_.issue(plan_.op, plan_.bank, command.row, now);
  switch (plan_.op) {
    case DramOp::refresh:
      refresh_due_ += device_.t_refi;
      break;
    case DramOp::activate:
      command.request->opened = true;
      put_stale(plan_.bank);
      break;
    case DramOp::precharge:
      if (command.request != nullptr) command.request->closed = true;
      put_stale(plan_.bank);
      break;
    case DramOp::read:
    case DramOp::write:
      command.last = count_burst(*command.request, now);
      break;
  }
  return command;
}

bool CommandScheduler::count_burst(DramRequest& r, Cycle now) {
  Bank& bank = banks_[r.place.bank];
  bank.begun = &r;
  ++r.sent;
  if (r.sent < r.bursts) return false;
  bank.begun = nullptr;
  (r.write ? writes_ : reads_).erase(r);
  entries(r.write).give_back(now);
  release_waiters(r);
  put_stale(r.place.bank);
  update_mode(now);
  return true;
}

}  // namespace heddle
