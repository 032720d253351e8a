// SPDX-License-Identifier: Apache-2.0
#include "models/host/resident_ctas.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "models/host/launch.hpp"

namespace heddle {
namespace {

/// Warp instructions of a CTA's turn, at least.
constexpr std::uint64_t turn_instructions = 1 << 16;
/// Of a launch ahead of the first search for livelocks, and of a warp in that search: a fiftieth at most of
/// all instructions are watched even if they are of 20 warps that wait.
constexpr std::uint64_t first_look = 1 << 22, first_watched = 1 << 12;
/// Bytes that resident CTAs may take on the host.
constexpr std::uint64_t most_host_bytes = std::uint64_t{1} << 30;

std::uint64_t bytes_of(const LaunchRequest& r) {
  const std::uint64_t warp = std::uint64_t{r.kernel.registers} * sizeof(WarpRegister) +
                             std::uint64_t{r.kernel.local_bytes} * warp_size;
  return warps_per_cta(r.cta) * warp + r.kernel.shared_bytes + r.dynamic_shared_bytes + 1;
}

}  // namespace

ResidentCtas::ResidentCtas(FunctionalDevice& device, const LaunchRequest& launch, std::uint64_t& issued,
                           const Options& options, InstructionObserver* observer, ResultModel* results)
    : device_(device),
      launch_(launch),
      issued_(issued),
      options_(options),
      observer_(observer),
      results_(results),
      most_(std::max<std::uint64_t>(1, std::min(options.resident, most_host_bytes / bytes_of(launch)))),
      look_at_(first_look) {}

void ResidentCtas::run() {
  for (bool running = true; running;) {
    running = false;
    for (Slot& slot : slots_) running |= turn(slot);
    while (next_ < launch_.grid.count() && slots_.size() < most_) {
      const auto number = static_cast<unsigned>(slots_.size());
      slots_.push_back({.cta = std::make_unique<CtaInterpreter>(device_, launch_, issued_, options_.limit,
                                                                number, observer_, results_)});
      running |= turn(slots_.back());
    }
    if (running && issued_ >= look_at_) look_for_livelock();
  }
}

/// Runs the slot's CTA, and then those that have not begun, until one has taken a turn without an end. False
/// when there is none left.
bool ResidentCtas::turn(Slot& slot) {
  for (std::uint64_t begun = issued_; issued_ - begun < turn_instructions;) {
    if (!slot.taken) {
      if (next_ == launch_.grid.count()) return false;
      slot.cta->begin(cta_position(launch_.grid, next_++));
      slot.taken = true;
      begun = issued_;
    }
    if (slot.cta->run_round()) continue;
    slot.taken = false;
    ++ended_;
  }
  return true;
}

void ResidentCtas::look_for_livelock() {
  if (std::exchange(ended_before_, ended_) == ended_) {
    search();
    ++looks_;
  }
  look_at_ = issued_ + (first_look << std::min(looks_, 20u));
}

/// Throws Error when no warp can change anything any more; returns when one may.
void ResidentCtas::search() {
  LivelockWatch watch(launch_.kernel);
  const std::uint64_t most = first_watched << std::min(looks_, 20u);
  std::size_t count = 0, waiting = 0;
  std::optional<std::size_t> one;
  const std::size_t warps = slots_.front().cta->warps();
  for (bool again = true; again;) {  // until those that barriers have let go are seen, too
    again = false;
    count = waiting = 0;
    for (std::size_t s = 0; s < slots_.size(); ++s) {
      if (!slots_[s].taken) continue;
      for (unsigned w = 0; w < warps; ++w) {
        const std::size_t n = s * warps + w;
        const std::uint64_t before = watch.steps(n);
        switch (slots_[s].cta->watch(w, n, watch, most)) {
          case CtaInterpreter::Outcome::recurs:
            if (!one || (slots_[*one / warps].cta->stands_apart(*one % warps) == 0 &&
                         slots_[s].cta->stands_apart(w) != 0))
              one = n;
            ++count;
            break;
          case CtaInterpreter::Outcome::waits:
            ++waiting;
            break;
          case CtaInterpreter::Outcome::ended:
            if (watch.steps(n) != before) return;
            break;
          default:
            return;
        }
        again |= watch.steps(n) != before;
      }
    }
  }
  if (count == 0) return;  // all wait at barriers
  const auto w = static_cast<unsigned>(*one % warps);
  throw slots_[*one / warps].cta->livelock(w, watch.poll(*one), count, waiting, launch_.grid.count() - next_);
}

}  // namespace heddle
