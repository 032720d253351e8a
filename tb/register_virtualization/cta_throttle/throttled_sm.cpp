// SPDX-License-Identifier: Apache-2.0
#include "tb/register_virtualization/cta_throttle/throttled_sm.hpp"

#include <algorithm>

namespace heddle {
namespace {

void add_to(CtaSet& set, unsigned cta) { set = static_cast<CtaSet>(set | 1u << cta); }

}  // namespace

ThrottledSm::Launch ThrottledSm::draw() {
  Launch launch;
  launch.per_issue = 1 + random_.below(ptx::max_destinations);
  launch.ctas = 1 + random_.below(throttled_ctas);
  launch.most_work = 1 + random_.below(80);
  launch.hoards = random_.one_in(2);
  // Small CTAs meet their limits; numbers about a power of two carry into all upper bits.
  unsigned most = 1 + random_.below(20);
  if (random_.one_in(3)) {
    most = std::max(1u, (1u << (4 + random_.below(6))) + random_.below(12) - 6);
    launch.reach = static_cast<std::uint16_t>(1 + random_.below(20));
  }
  const unsigned margin = unknown_issues * launch.per_issue;
  launch.counts.most = static_cast<std::uint16_t>(most);
  launch.counts.margin = static_cast<std::uint16_t>(margin);
  const unsigned beyond = random_.below(4) * margin + random_.below(24);
  for (std::uint16_t& capacity : launch.counts.capacity)
    capacity = static_cast<std::uint16_t>(most + (random_.one_in(8) ? 0 : random_.below(beyond + 1)));
  return launch;
}

void ThrottledSm::begin(const Launch& launch) {
  launch_ = launch;
  begins_ = true;
  draining_ = false;
  ctas_ = {};
  for (unsigned c = 0; c < clusters; ++c) free_[c] = launch.counts.capacity[c];
  least_free_ = *std::min_element(free_.begin(), free_.end());
  waiting_ = longest_wait_ = 0;
}

bool ThrottledSm::empty() const {
  return std::none_of(ctas_.begin(), ctas_.end(), [](const Cta& cta) { return cta.live; });
}

/// Draws what a CTA is going to hold.
void ThrottledSm::aim(Cta& cta) {
  const unsigned most = std::min(launch_.counts.most, launch_.reach);
  for (unsigned& goal : cta.goal) goal = random_.one_in(2) ? most : random_.below(most + 1);
}

void ThrottledSm::start_and_end(CtaChanges& changes) {
  for (unsigned i = 0; i < launch_.ctas; ++i) {
    Cta& cta = ctas_[i];
    if (cta.live && cta.work == 0 && !cta.holds() && random_.one_in(2)) {
      cta.live = false;
      ++ended_;
      add_to(changes.ended, i);
    }
    if (cta.live || draining_ || !random_.one_in(3)) continue;
    cta = {.live = true, .work = 1 + random_.below(launch_.most_work)};
    aim(cta);
    add_to(changes.started, i);
  }
}

void ThrottledSm::issue(unsigned slot, unsigned allowed, BalanceChanges& change) {
  const unsigned first = random_.below(throttled_ctas);
  for (unsigned n = 0; n < throttled_ctas; ++n) {
    const unsigned i = (first + n) % throttled_ctas;
    Cta& cta = ctas_[i];
    if ((allowed >> i & 1) == 0 || !cta.live || cta.work == 0) continue;
    --cta.work;
    if (!launch_.hoards && random_.one_in(6)) aim(cta);
    change.claim_ctas[slot] = static_cast<std::uint8_t>(i);
    unsigned element = slot * ptx::max_destinations;
    const unsigned end = element + ptx::max_destinations, from = random_.below(clusters);
    for (unsigned d = 0; d < clusters; ++d) {
      const unsigned c = (from + d) % clusters;
      for (unsigned k = 0; k < launch_.per_issue && element < end && cta.held[c] < cta.goal[c]; ++k) {
        change.claimed.value = static_cast<std::uint8_t>(change.claimed.value | 1u << element);
        change.claim_clusters[element++] = static_cast<std::uint8_t>(c);
        ++cta.held[c];
        --free_[c];
        ++claims_;
      }
    }
    return;
  }
}

void ThrottledSm::give_back(BalanceChanges& change) {
  for (unsigned port = 0; port < balance_releases; ++port) {
    const unsigned i = random_.below(throttled_ctas), c = random_.below(clusters);
    Cta& cta = ctas_[i];
    if (cta.held[c] == 0 || (launch_.hoards && cta.work != 0)) continue;
    change.released.value = static_cast<std::uint8_t>(change.released.value | 1u << port);
    change.release_ctas[port] = static_cast<std::uint8_t>(i);
    change.release_clusters[port] = static_cast<std::uint8_t>(c);
    --cta.held[c];
    ++free_[c];
  }
}

ThrottleInputs ThrottledSm::tick(const AllowedCtas& allowed) {
  ThrottleInputs inputs;
  if (begins_) inputs.launch = {launch_.counts, true};
  begins_ = false;
  unsigned live = 0;
  for (unsigned i = 0; i < throttled_ctas; ++i) live |= unsigned{ctas_[i].live} << i;
  start_and_end(inputs.cta);
  waiting_ = live != 0 && (live & allowed.ctas) == 0 && inputs.cta.ended == 0 ? waiting_ + 1 : 0;
  longest_wait_ = std::max(longest_wait_, waiting_);
  for (unsigned slot = 0; slot < throttled_slots; ++slot)
    if (!random_.one_in(8)) issue(slot, allowed.ctas, inputs.change);
  // What is given back in a cycle can be claimed in the next one.
  least_free_ = std::min(least_free_, *std::min_element(free_.begin(), free_.end()));
  give_back(inputs.change);
  return inputs;
}

}  // namespace heddle
