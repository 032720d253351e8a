// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/cta_dispatcher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/host/launch.hpp"
#include "models/host/status.hpp"

namespace heddle {
namespace {

constexpr Cycle circle_cycles = 16'384;  ///< after so many it is looked for circular waits again
constexpr unsigned looks_at_all = 64;    ///< one of so many is at all SMs

}  // namespace

void CtaDispatcher::add(StreamingMultiprocessor& sm) {
  sms_.push_back(&sm);
  seen_progress_.push_back(0);
  sm.on_progress = [this] { wake(); };
}

void CtaDispatcher::begin(const Launch& launch) {
  launch_ = &launch;
  begun_ = sc_core::sc_time_stamp();
  next_cta_ = 0;
  first_sm_ = 0;
  started_ = false;
  const std::uint64_t count = launch.request.grid.count();
  scattered_ = 0;
  stride_ = count - count / 3;
  while (std::gcd(stride_, count) != 1) ++stride_;
  wake();
}

/// The next CTA to be dispatched to an SM.
std::uint64_t CtaDispatcher::take() {
  const std::uint64_t count = launch_->request.grid.count();
  const std::uint64_t n = next_cta_++;
  switch (order_) {
    case CtaOrder::reversed:
      return count - 1 - n;
    case CtaOrder::scattered:
      return std::exchange(scattered_, (scattered_ + stride_) % count);
    default:
      return n;
  }
}

void CtaDispatcher::deal() {
  const Dim3& grid = launch_->request.grid;
  const std::size_t n = sms_.size();
  for (std::size_t k = 0; k < n && next_cta_ < grid.count(); ++k) {
    StreamingMultiprocessor& sm = *sms_[(first_sm_ + k) % n];
    if (sm.free_cta_slots() == 0) continue;
    sm.start_cta(cta_position(grid, take()));
  }
}

LaunchProgress CtaDispatcher::progress() const {
  if (launch_ == nullptr) return {};
  std::uint64_t live = 0;
  for (const auto* sm : sms_) live += sm->live_ctas();
  return {.kernel = launch_->kernel->name,
          .ctas_begun = next_cta_,
          .ctas_done = next_cta_ - live,
          .ctas = launch_->request.grid.count()};
}

bool CtaDispatcher::all_idle() const {
  return std::all_of(sms_.begin(), sms_.end(), [](const auto* sm) { return sm->idle(); });
}

std::string CtaDispatcher::state() const {
  std::string text;
  for (const auto* sm : sms_) {
    if (sm->idle()) continue;
    text += (text.empty() ? "" : "; ") + sm->state();
    if (text.size() > 2000) return text.substr(0, 2000) + " ...";
  }
  return text;
}

std::string CtaDispatcher::place() const {
  return fmt::format("{}: kernel {}", launch_->kernel->file, launch_->kernel->name);
}

/// In SMs without progress. A part of an SM may stand still while its other warps, which poll memory, go on
/// for ever: so at times in all.
void CtaDispatcher::look_for_circles(Cycle now) {
  if (now - looked_for_circles_ < circle_cycles) return;
  looked_for_circles_ = now;
  const bool all = ++looks_ % looks_at_all == 0;
  for (std::size_t k = 0; k < sms_.size(); ++k) {
    const std::uint64_t before = std::exchange(seen_progress_[k], sms_[k]->progress());
    if (!all && before != seen_progress_[k]) continue;
    if (const std::string circle = sms_[k]->circle(); !circle.empty())
      throw ApiError(Status::launch_timeout,
                     {.place = place(),
                      .what = fmt::format("deadlock of the machine in {}: {}", sms_[k]->name(), circle)});
  }
}

void CtaDispatcher::check_progress(Cycle now) {
  if (max_cycles_ != 0 && now - began_ >= max_cycles_)
    throw ApiError(
        Status::launch_timeout,
        {.place = place(),
         .what = fmt::format("the launch runs longer than max_cycles (a larger value lets it go on, and 0 "
                             "sets no limit); {}",
                             state()),
         .value = fmt::format("{} cycles", now - began_)});
  if (now - checked_ < no_progress_cycles_) return;
  std::uint64_t progress = next_cta_;
  for (const auto* sm : sms_) progress += sm->progress();
  if (progress == progress_)
    throw ApiError(
        Status::launch_timeout,
        {.place = place(),
         .what = fmt::format("no progress in {} cycles (no_progress_cycles; a larger value waits longer); {}",
                             now - checked_, state())});
  progress_ = progress;
  checked_ = now;
}

Cycle CtaDispatcher::tick(Cycle now) {
  if (launch_ == nullptr) return never;
  if (!started_ && begun_ == sc_core::sc_time_stamp()) return now + 1;
  if (!started_) {
    started_ = true;
    began_ = checked_ = looked_for_circles_ = now;
    progress_ = 0;
    for (auto* sm : sms_) sm->begin(*launch_);
  }
  look_for_circles(now);
  check_progress(now);
  if (!holds(Latch::ctas)) deal();
  if (next_cta_ == launch_->request.grid.count() && all_idle()) {
    launch_ = nullptr;
    sc_core::sc_pause();
    return never;
  }
  // When progress and circles are checked next; an SM in which a CTA ends wakes the dispatcher earlier.
  Cycle next = std::min(checked_ + no_progress_cycles_, looked_for_circles_ + circle_cycles);
  if (max_cycles_ != 0) next = std::min(next, began_ + max_cycles_);
  // More CTAs may fit at once: the SMs' slots shrink only when the CTAs have arrived.
  const bool room =
      next_cta_ < launch_->request.grid.count() &&
      std::any_of(sms_.begin(), sms_.end(), [](const auto* sm) { return sm->free_cta_slots() != 0; });
  return room ? now + 1 : next;
}

}  // namespace heddle
