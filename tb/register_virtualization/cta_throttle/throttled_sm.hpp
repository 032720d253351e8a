// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "hw/register_virtualization/cta_throttle/cta_throttle.hpp"
#include "models/base/random.hpp"

namespace heddle {

/// The inputs of a throttle in a cycle.
struct ThrottleInputs {
  Beat<BalanceLaunch> launch{};
  CtaChanges cta{};
  BalanceChanges change{};
};

/// An SM that keeps to the rules around a throttle, at random: CTAs of one size start, issue while they are
/// allowed to, claim no more than their size, give back and end. It trusts the throttle; `least_free` shows
/// whether there was a register for each claim.
class ThrottledSm {
 public:
  struct Launch {
    BalanceLaunch counts{};
    unsigned per_issue = 1;          ///< registers of a cluster that one instruction may claim, 1 to 4
    unsigned ctas = throttled_ctas;  ///< resident at once
    unsigned most_work = 60;         ///< instructions of a CTA
    bool hoards = false;             ///< CTAs give nothing back before they have done their work
    std::uint16_t reach = 0xffff;    ///< registers of a cluster that a CTA really claims, if fewer
  };
  /// The issues of 3 cycles are unknown to a decision: it takes claims into account up to the cycle that it
  /// is computed from, and is in force three cycles later.
  static constexpr unsigned unknown_issues = 3 * throttled_slots;

  explicit ThrottledSm(std::uint64_t seed) : random_(seed) {}

  /// A launch that is throttled rarely, often or all the time, with a margin that is just enough.
  Launch draw();
  /// Begins with the next tick, no sooner than the third after the one in which the last CTA ended.
  void begin(const Launch& launch);
  /// Starts no more CTAs; `empty` when the last has ended.
  void drain() { draining_ = true; }
  bool empty() const;

  /// One cycle: the SM's inputs to the throttle, given the decision that it sees.
  ThrottleInputs tick(const AllowedCtas& allowed);

  int least_free() const { return least_free_; }  ///< of any cluster, in any cycle of the launch
  /// Cycles in which CTAs were live, none was allowed, and none ended.
  unsigned longest_wait() const { return longest_wait_; }
  std::uint64_t claims() const { return claims_; }
  std::uint64_t ended() const { return ended_; }
  unsigned waiting() const { return waiting_; }

 private:
  struct Cta {
    bool live = false;
    unsigned work = 0;
    std::array<unsigned, clusters> held{}, goal{};
    bool holds() const { return held != std::array<unsigned, clusters>{}; }
  };
  void start_and_end(CtaChanges& changes);
  void issue(unsigned slot, unsigned allowed, BalanceChanges& change);
  void give_back(BalanceChanges& change);
  void aim(Cta& cta);

  Random random_;
  Launch launch_{};
  bool begins_ = false, draining_ = true;
  std::array<Cta, throttled_ctas> ctas_{};
  std::array<int, clusters> free_{};
  int least_free_ = 0;
  unsigned waiting_ = 0, longest_wait_ = 0;
  std::uint64_t claims_ = 0, ended_ = 0;
};

}  // namespace heddle
