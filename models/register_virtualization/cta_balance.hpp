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
/// Guaranteed CTAs are CTAs for which registers are kept: in each cluster, what all guaranteed CTAs together
/// may still claim is no more than what is free, at all times.
/// - What a guaranteed CTA claims lowers its balance and the free registers alike; what anybody gives back
/// raises what
///   is free by no less than any balance.
/// - Others may claim only while that holds with `margin` to spare in each cluster. The margin is what can be
///   claimed before a decision that knows of it is in force.
/// - A live CTA for which there is room with the margin becomes a guaranteed CTA, until it ends: one at a
/// decision
///   (the smallest balance in total, then the lowest slot), `guaranteed` at most.
/// - When no guaranteed CTA is left and there is no room for one with the margin, nobody issues until all
/// claims are
///   counted. By then what the last guaranteed CTA held is free, so that there is room for any CTA without
///   it.
/// So guaranteed CTAs are always allowed and always find a register, provided that C is no more than the
/// capacity of each cluster, and CTAs are of one size. The paper's rule protects one CTA; then the others run
/// into its reserve, and wait with registers that they cannot finish with. With more guaranteed CTAs as many
/// CTAs run freely as the file holds.
class CtaBalance {
 public:
  static constexpr unsigned balance_bits = 11;
  /// Edges from the first decision that allows nobody until all claims are counted.
  static constexpr unsigned counting_edges = 2;

  explicit CtaBalance(unsigned guaranteed_ctas) : most_guaranteed_(guaranteed_ctas) {}

  struct Launch {
    std::uint16_t most = 0;    ///< C: registers of a cluster that a CTA may claim
    std::uint16_t margin = 0;  ///< registers of a cluster
    ClusterCounts capacity{};  ///< free before the first CTA
  };

  void reset() { *this = CtaBalance(most_guaranteed_); }
  /// No CTA is live; and none starts before decisions that know of the last launch's last end are in force,
  /// as those before could let all claim at once.
  void launch(const Launch&);
  void end(unsigned cta);
  void start(unsigned cta);
  void claim(unsigned cta, unsigned cluster) { change(cta, cluster, -1); }
  void release(unsigned cta, unsigned cluster) { change(cta, cluster, +1); }

  /// Decides for the balances as they are. GuaranteedCtas, and for how long there is none, are remembered.
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
