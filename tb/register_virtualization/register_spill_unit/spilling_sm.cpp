// SPDX-License-Identifier: Apache-2.0
#include "tb/register_virtualization/register_spill_unit/spilling_sm.hpp"

#include <algorithm>
#include <bit>

namespace heddle {
namespace {

constexpr WarpSet bit(unsigned w) { return WarpSet{1} << w; }

template <class F>
void for_each_warp(WarpSet set, F&& f) {
  for (; set != 0; set &= set - 1) f(static_cast<unsigned>(std::countr_zero(set)));
}

}  // namespace

SpillingSm::Launch SpillingSm::draw() {
  Launch launch;
  const unsigned warps = 2 + random_.below(random_.one_in(4) ? 31 : 7);
  const unsigned first = random_.below(spilled_warps - warps + 1);
  launch.warps = ((bit(warps) - 1) << first);
  launch.registers = 1 + random_.below(random_.one_in(4) ? 64 : 12);
  const unsigned most = launch.most();
  for (unsigned& c : launch.capacity) c = most + (random_.one_in(2) ? 0 : random_.below(most * (warps - 1)));
  launch.delay = random_.below(WarpSpilling::quiet_edges);
  launch.most_work = 1 + random_.below(20);
  launch.barriers = random_.below(4);
  launch.hoards = random_.one_in(2);
  return launch;
}

void SpillingSm::begin(const Launch& launch) {
  launch_ = launch;
  live_ = launch.warps;
  free_ = launch.capacity;
  waiting_ = 0;
  moves_ = false;
  commands_ = 0;
  on_the_way_.assign(launch.delay, {});
  warps_ = {};
  for_each_warp(live_, [this](unsigned w) {
    warps_[w].work = random_.below(launch_.most_work + 1);
    warps_[w].barriers = random_.below(launch_.barriers + 1);
    plan(warps_[w]);
  });
}

/// Draws the next instruction of a warp.
void SpillingSm::plan(Warp& warp) {
  const RegisterSet all = first_registers(launch_.registers);
  warp.claim = warp.release = 0;
  for (unsigned n = random_.below(5); n != 0; --n)
    warp.claim |= only(random_.below(launch_.registers)) & all & ~warp.expected;
  if (!launch_.hoards && random_.one_in(2)) warp.release = random_() & random_() & warp.expected;
}

bool SpillingSm::finds(unsigned w) const {
  std::array<unsigned, clusters> wanted{};
  for_each_register(warps_[w].claim, [&](std::uint8_t r) { ++wanted[cluster(w, r)]; });
  for (unsigned c = 0; c < clusters; ++c)
    if (wanted[c] > free_[c]) return false;
  return true;
}

void SpillingSm::give_back(unsigned w, RegisterSet set) {
  for_each_register(set, [&](std::uint8_t r) { ++free_[cluster(w, r)]; });
  warps_[w].mapped &= ~set;
}

void SpillingSm::accept(const SpillCommand& command) {
  if (command.warp >= spilled_warps || moves_) {
    ++counts_.wrong;
    return;
  }
  const Warp& warp = warps_[command.warp];
  const RegisterSet expected = command.fill ? warp.spilled : RegisterSet{0};
  counts_.wrong += command.registers != expected || (live_ >> command.warp & 1) == 0 || warp.flight != 0 ||
                   (warp.mapped == 0) != command.fill;
  ++(command.fill ? counts_.fills : counts_.spills);
  counts_.most_commands = std::max(counts_.most_commands, ++commands_);
  command_ = command;
  to_move_ = command.fill ? command.registers : warp.mapped;
  if (!command.fill) warps_[command.warp].spilled = warp.mapped;
  moves_ = true;
}

/// Carries out a command: a register now and then.
void SpillingSm::move(SpillInputs& told) {
  if (!moves_ || random_.one_in(2)) return;
  Warp& warp = warps_[command_.warp];
  if (to_move_ == 0) {
    moves_ = false;
    told.done = {{command_.fill ? random_() : warp.spilled}, true};
    if (command_.fill) counts_.wrong += warp.mapped != warp.expected;
    return;
  }
  const auto r = static_cast<unsigned>(std::countr_zero(to_move_));
  if (!command_.fill) {
    give_back(command_.warp, only(r));
  } else if (free_[cluster(command_.warp, r)] == 0) {
    ++counts_.crowded;
    return;
  } else {
    --free_[cluster(command_.warp, r)];
    warp.mapped |= only(r);
  }
  to_move_ &= to_move_ - 1;
}

void SpillingSm::issue(unsigned w) {
  Warp& warp = warps_[w];
  counts_.wrong += warp.mapped != warp.expected;  // none of what it has is in memory
  for_each_register(warp.claim, [&](std::uint8_t r) { --free_[cluster(w, r)]; });
  warp.mapped |= warp.claim;
  warp.expected |= warp.claim;
  warp.claim = 0;
  warp.flight = 1 + random_.below(random_.one_in(4) ? 20 : 3);
  commands_ = 0;
  ++counts_.instructions;
}

void SpillingSm::arrive_or_end(unsigned w) {
  Warp& warp = warps_[w];
  give_back(w, warp.release);
  warp.expected = warp.mapped;
  if (warp.work != 0) {
    --warp.work;
  } else if (warp.barriers != 0) {
    --warp.barriers;
    warp.work = random_.below(launch_.most_work + 1);
    waiting_ |= bit(w);
  } else {
    give_back(w, warp.mapped);
    live_ &= ~bit(w);
    return;
  }
  plan(warp);
}

void SpillingSm::run(WarpSet hold) {
  for_each_warp(live_, [this](unsigned w) {
    if (warps_[w].flight != 0 && --warps_[w].flight == 0) arrive_or_end(w);
  });
  if (live_ != 0 && waiting_ == live_) waiting_ = 0, ++counts_.opened;
  const unsigned first = random_.below(spilled_warps);
  unsigned slots = 2;
  for (unsigned n = 0; n < spilled_warps && slots != 0; ++n) {
    const unsigned w = (first + n) % spilled_warps;
    if (((live_ & ~waiting_ & ~hold) >> w & 1) == 0 || warps_[w].flight != 0 || !finds(w)) continue;
    issue(w);
    --slots;
  }
}

SpillState SpillingSm::state(WarpSet hold) const {
  SpillState s{.quiet = true, .room = true, .resident = 0, .starved = 0, .waiting = waiting_};
  for_each_warp(live_, [&](unsigned w) {
    const Warp& warp = warps_[w];
    if (warp.mapped != 0) s.resident |= bit(w);
    const bool goes = (waiting_ >> w & 1) == 0, found = finds(w);
    if (goes && warp.flight == 0 && !found) s.starved |= bit(w);
    if (warp.flight != 0 || (goes && found && (hold >> w & 1) == 0)) s.quiet = false;
  });
  for (const unsigned f : free_) s.room = s.room && f >= launch_.most();
  return s;
}

SpillInputs SpillingSm::tick(const Beat<SpillCommand>& command, WarpSet hold) {
  SpillInputs told;
  if (command.valid) accept(command.payload);
  move(told);
  run(hold);
  told.state = state(hold);
  on_the_way_.push_back(told);
  told = on_the_way_.front();
  on_the_way_.pop_front();
  return told;
}

}  // namespace heddle
