// SPDX-License-Identifier: Apache-2.0
#include "models/host/livelock_watch.hpp"

#include <bit>

#include "models/base/digest.hpp"
#include "models/host/deciding_registers.hpp"

namespace heddle {
namespace {

std::uint64_t digest_of(unsigned number, const WarpRegister& value) {
  std::uint64_t sum = number + 1;
  for (unsigned lane = 0; lane < warp_size; lane += 2)
    sum = digest(sum, std::uint64_t{value[lane]} << 32 | value[lane + 1]);
  return sum;
}

}  // namespace

std::uint64_t LivelockWatch::digest_of(const ptx::PredicateFile& predicates) {
  std::uint64_t sum = 0;
  for (const LaneMask p : predicates) sum = digest(sum, p);
  return sum;
}

LivelockWatch::Warp& LivelockWatch::warp(std::size_t w) {
  if (w >= warps_.size()) warps_.resize(w + 1);
  if (warps_[w] == nullptr) {
    warps_[w] = std::make_unique<Warp>();
    warps_[w]->value.resize(kernel_.registers);
    warps_[w]->digest.resize(kernel_.registers);
    warps_[w]->is_visited.resize(kernel_.code.size());
  }
  return *warps_[w];
}

void LivelockWatch::keep(Warp& w, const State& now) const {
  if (w.kept) w.most *= 2;
  w.kept = true;
  w.since = 0;
  w.state = now;
  w.kept_digest = w.digest;
  for (const std::uint32_t pc : w.visited) w.is_visited[pc] = false;
  w.visited.clear();
  w.looked_at = 0;
  w.poll = {};
}

/// Do the registers that decide what the warp does hold what they held in the state that is kept?
bool LivelockWatch::registers_recur(Warp& w) const {
  if (w.looked_at != w.visited.size()) {
    w.deciding = deciding_registers(kernel_, w.visited);
    w.looked_at = w.visited.size();
  }
  if (!w.deciding) return false;
  for (const std::uint8_t r : *w.deciding)
    if (w.digest[r] != w.kept_digest[r]) return false;
  return true;
}

bool LivelockWatch::stands(std::size_t n, std::uint32_t pc, std::uint64_t control) {
  Warp& w = warp(n);
  ++w.steps;
  if (w.recurs) return true;
  const State now{pc, control, digest_of(w.predicates)};
  if (w.kept && now == w.state && registers_recur(w)) return w.recurs = true;
  if (!w.kept || ++w.since == w.most) keep(w, now);
  if (!w.is_visited[pc]) {
    w.is_visited[pc] = true;
    w.visited.push_back(pc);
  }
  return false;
}

void LivelockWatch::executed(std::size_t n, const ptx::Instruction& i, LaneMask lanes,
                             const ptx::Operands& o) {
  Warp& w = warp(n);
  for (unsigned k = 0; k < i.destination_count; ++k) {
    const unsigned r = i.destinations[k];
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      w.value[r][lane] = o.destination[k][lane];
    }
    w.digest[r] = heddle::digest_of(r, w.value[r]);
  }
  commit_predicates(i, o, lanes, w.predicates);
}

void LivelockWatch::read(std::size_t n, const Poll& poll) {
  Warp& w = warp(n);
  // What a thread keeps in memory of its own is not what it waits for.
  if (w.recurs || (poll.space == ptx::Space::local && w.poll.lanes != 0)) return;
  w.poll = poll;
}

void LivelockWatch::changed() {
  for (std::size_t w = 0; w < warps_.size(); ++w) restart(w);
}

void LivelockWatch::restart(std::size_t n) {
  if (n >= warps_.size() || warps_[n] == nullptr) return;
  Warp& w = *warps_[n];
  w.recurs = w.kept = false;
  w.since = 0;
  w.most = 1;
  w.poll = {};
}

}  // namespace heddle
