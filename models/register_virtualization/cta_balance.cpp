#include "models/register_virtualization/cta_balance.hpp"

#include <numeric>

namespace heddle {
namespace {

constexpr unsigned counter_mask = (1u << CtaBalance::balance_bits) - 1;

constexpr std::uint16_t wrapped(unsigned value) { return static_cast<std::uint16_t>(value & counter_mask); }

}  // namespace

void CtaBalance::launch(const Launch& launch) {
  launch_ = launch;
  live_ = 0;
  keeper_ = -1;
  counted_ = 0;
  for (unsigned c = 0; c < clusters; ++c) free_[c] = wrapped(launch.capacity[c]);
}

void CtaBalance::end(unsigned cta) {
  live_ = static_cast<CtaSet>(live_ & ~(1u << cta));
  if (keeper_ == static_cast<int>(cta)) keeper_ = -1;
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

bool CtaBalance::fits(unsigned cta, unsigned margin) const {
  for (unsigned c = 0; c < clusters; ++c)
    if (balance_[cta][c] + margin > free_[c]) return false;
  return true;
}

/// The live CTA that fits and has the smallest balance; -1 when none fits.
int CtaBalance::smallest(unsigned margin) const {
  int found = -1;
  unsigned least = 0;
  for (unsigned i = 0; i < throttled_ctas; ++i) {
    if ((live_ >> i & 1) == 0 || !fits(i, margin)) continue;
    const unsigned total = std::accumulate(balance_[i].begin(), balance_[i].end(), 0u);
    if (found >= 0 && total >= least) continue;
    found = static_cast<int>(i);
    least = total;
  }
  return found;
}

void CtaBalance::decide() {
  live_at_decision_ = live_;
  settling_ = false;
  if (const int roomy = smallest(wrapped(launch_.margin)); roomy >= 0) {
    keeper_ = roomy;
    allowed_ = all_ctas;
    counted_ = 0;
    return;
  }
  if (keeper_ < 0 && counted_ == counting_edges) keeper_ = smallest(0);
  if (keeper_ >= 0) {
    allowed_ = static_cast<CtaSet>(1u << keeper_);
    counted_ = 0;
    return;
  }
  allowed_ = 0;
  settling_ = counted_ < counting_edges;
  if (settling_) ++counted_;
}

}  // namespace heddle
