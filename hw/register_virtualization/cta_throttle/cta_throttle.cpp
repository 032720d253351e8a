// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/cta_throttle/cta_throttle.hpp"

#include <bit>

#include "hw/sim/block_entry.hpp"

namespace heddle {
namespace {

constexpr unsigned cta_mask = throttled_ctas - 1, cluster_mask = clusters - 1;

template <class F>
void for_each_bit(unsigned set, F&& f) {
  for (; set != 0; set &= set - 1) f(static_cast<unsigned>(std::countr_zero(set)));
}

}  // namespace

bool CtaThrottle::rests(const PinsType& pins) {
  const BalanceChanges& c = pins.change.payload();
  return pins.cta.payload() == CtaChanges{} && c.claimed.value == 0 && c.released.value == 0;
}

Cycle CtaThrottle::tick(Cycle now) {
  if (io.in_reset()) {
    balance_.reset();
    io.allowed.put({});
    return never;
  }
  balance_.decide();
  const Beat<BalanceLaunch>& launch = io.launch.get();
  if (launch.valid) {
    const BalanceLaunch& l = launch.payload;
    balance_.launch({.most = l.most, .margin = l.margin, .capacity = l.capacity});
  }
  const CtaChanges& cta = io.cta.payload();
  for_each_bit(cta.ended, [&](unsigned i) { balance_.end(i); });
  for_each_bit(cta.started, [&](unsigned i) { balance_.start(i); });
  const BalanceChanges& c = io.change.payload();
  for_each_bit(c.claimed.value, [&](unsigned i) {
    balance_.claim(c.claim_ctas[i / ptx::max_destinations] & cta_mask, c.claim_clusters[i] & cluster_mask);
  });
  for_each_bit(c.released.value, [&](unsigned i) {
    balance_.release(c.release_ctas[i] & cta_mask, c.release_clusters[i] & cluster_mask);
  });
  io.allowed.put({{.ctas = balance_.allowed(), .throttled = balance_.throttled()}});
  // Balances that change are decided upon at the next edge.
  return launch.valid || !rests(io) || balance_.settling() ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<CtaThrottle>("register_virtualization")};

}  // namespace heddle
