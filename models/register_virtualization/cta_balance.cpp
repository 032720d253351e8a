// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/cta_balance.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace heddle {
namespace {

constexpr unsigned counter_mask = (1u << CtaBalance::balance_bits) - 1;

constexpr std::uint16_t wrapped(unsigned value) { return static_cast<std::uint16_t>(value & counter_mask); }

}  // namespace

void CtaBalance::launch(const Launch& launch) {
  launch_ = launch;
  launch_.margin = wrapped(launch.margin);
  live_ = 0;
  guaranteed_ = 0;
  counted_ = 0;
  for (unsigned c = 0; c < clusters; ++c) free_[c] = wrapped(launch.capacity[c]);
}

void CtaBalance::end(unsigned cta) {
  live_ = static_cast<CtaSet>(live_ & ~(1u << cta));
  guaranteed_ = static_cast<CtaSet>(guaranteed_ & ~(1u << cta));
}

void CtaBalance::start(unsigned cta) {
  live_ = static_cast<CtaSet>(live_ | 1u << cta);
  balance_[cta].fill(wrapped(launch_.most));
}

void CtaBalance::change(unsigned cta, unsigned cluster, int step) {
  const auto add = [step](std::uint16_t& counter) {
    counter = wrapped(counter + static_cast<unsigned>(step));
  };
  add(balance_[cta][cluster]);
  add(free_[cluster]);
}

/// What the guaranteed CTAs may still claim.
CtaBalance::Sums CtaBalance::kept() const {
  Sums sums{};
  for (unsigned rest = guaranteed_; rest != 0; rest &= rest - 1)
    for (unsigned c = 0; c < clusters; ++c)
      sums[c] += balance_[static_cast<unsigned>(std::countr_zero(rest))][c];
  return sums;
}

bool CtaBalance::room(const Sums& claimed, unsigned margin) const {
  for (unsigned c = 0; c < clusters; ++c)
    if (claimed[c] + margin > free_[c]) return false;
  return true;
}

/// Of the live CTAs for which there is room beside the guaranteed CTAs, the one with the smallest balance;
/// -1: none.
int CtaBalance::smallest(const Sums& kept, unsigned margin) const {
  int found = -1;
  unsigned least = 0;
  for (unsigned rest = live_ & ~guaranteed_; rest != 0; rest &= rest - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(rest));
    Sums sums = kept;
    for (unsigned c = 0; c < clusters; ++c) sums[c] += balance_[i][c];
    const unsigned total = std::accumulate(balance_[i].begin(), balance_[i].end(), 0u);
    if (!room(sums, margin) || (found >= 0 && total >= least)) continue;
    found = static_cast<int>(i);
    least = total;
  }
  return found;
}

void CtaBalance::decide() {
  live_at_decision_ = live_;
  const bool counted = guaranteed_ == 0 && counted_ == counting_edges;
  const Sums sums = kept();
  const bool more = static_cast<unsigned>(std::popcount(guaranteed_)) < most_guaranteed_;
  const int next = more ? smallest(sums, counted ? 0 : launch_.margin) : -1;
  const bool spare = next >= 0 ? !counted : guaranteed_ != 0 && room(sums, launch_.margin);
  if (next >= 0) guaranteed_ = static_cast<CtaSet>(guaranteed_ | 1u << next);
  allowed_ = spare ? all_ctas : guaranteed_;
  settling_ = next >= 0 || (guaranteed_ == 0 && counted_ < counting_edges);
  counted_ = guaranteed_ != 0 ? 0 : std::min(counted_ + 1, counting_edges);
}

}  // namespace heddle
