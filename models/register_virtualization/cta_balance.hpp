// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/register_file/register_banks.hpp"

// Which CTAs may issue, so that one can always finish (Jeon2015, section 8.1).

namespace heddle {

inline constexpr unsigned throttled_ctas = 8;  ///< Jeon2015, section 8.1: eight counters
using CtaSet = std::uint8_t;                   ///< bit i: CTA slot i
/// Registers by cluster, which is the paper's bank.
using ClusterCounts = std::array<std::uint16_t, clusters>;

/// The register balances of an SM: a CTA's is C - k, what it may still claim. The paper counts it, and the
/// free registers, in total; but a register is found in its own cluster only, so both are counted by cluster.
/// Counters have `balance_bits` and wrap.
///
/// Registers are reserved for the guaranteed CTAs: in each cluster, the sum of their balances never exceeds
/// the number of free registers.
/// - A claim of a guaranteed CTA lowers its balance and the free registers alike; a release by any CTA raises
///   the free registers by at least as much as any balance.
/// - Other CTAs may claim only while that holds with `margin` to spare in each cluster. The margin is the
///   most that can be claimed before a decision that takes these claims into account is in force.
/// - A live CTA that fits with the margin becomes a guaranteed CTA until it ends: one at each decision (the
///   smallest balance in total, then the lowest slot), and `guaranteed_ctas` at most.
/// - When no guaranteed CTA is left and none fits with the margin, no CTA issues until all claims are
///   counted. By then the registers of the last guaranteed CTA are free, so that any CTA fits without the
///   margin.
/// So guaranteed CTAs may always issue and always find a register, provided that C is no more than the
/// capacity of each cluster, and CTAs are of one size. The paper's rule protects one CTA; then the others run
/// into its reserve, and wait while they hold registers. With more guaranteed CTAs, as many CTAs run
/// unthrottled as the file holds.
class CtaBalance {
 public:
  static constexpr unsigned balance_bits = 11;
  /// Edges from the first decision that allows no CTA until all claims are counted.
  static constexpr unsigned counting_edges = 2;

  explicit CtaBalance(unsigned guaranteed_ctas) : most_guaranteed_(guaranteed_ctas) {}

  struct Launch {
    std::uint16_t most = 0;    ///< C: registers of a cluster that a CTA may claim
    std::uint16_t margin = 0;  ///< registers of a cluster
    ClusterCounts capacity{};  ///< free before the first CTA
  };

  void reset() { *this = CtaBalance(most_guaranteed_); }
  /// No CTA is live, and none may start before decisions that follow the last launch's last end are in force:
  /// earlier ones could let all CTAs claim at once.
  void launch(const Launch&);
  void end(unsigned cta);
  void start(unsigned cta);
  void claim(unsigned cta, unsigned cluster) { change(cta, cluster, -1); }
  void release(unsigned cta, unsigned cluster) { change(cta, cluster, +1); }

  /// Decides by the present balances. The guaranteed CTAs are kept, and the number of edges without one.
  void decide();
  CtaSet allowed() const { return allowed_; }
  /// A live CTA may not issue.
  bool throttled() const { return (live_at_decision_ & ~allowed_) != 0; }
  /// Another decision could differ from this one though nothing is claimed or given back.
  bool settling() const { return settling_; }

  static constexpr CtaSet all_ctas = 0xff;

 private:
  using Sums = std::array<unsigned, clusters>;

  void change(unsigned cta, unsigned cluster, int step);
  Sums kept() const;
  bool room(const Sums& claimed, unsigned margin) const;
  int smallest(const Sums& kept, unsigned margin) const;

  unsigned most_guaranteed_;
  Launch launch_;
  ClusterCounts free_{};
  std::array<ClusterCounts, throttled_ctas> balance_{};
  CtaSet live_ = 0, live_at_decision_ = 0, allowed_ = 0;
  CtaSet guaranteed_ = 0;
  unsigned counted_ = 0;  ///< edges without a guaranteed CTA
  bool settling_ = false;
};

}  // namespace heddle
