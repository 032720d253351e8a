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
/// A CTA fits when in each cluster its balance is no more than what is free. One live CTA, the keeper, fits
/// at all times:
/// - What it claims lowers its balance and the free registers alike; what anybody gives back raises what is
///   free by no less than any balance.
/// - Others may claim only while some CTA fits with `margin` to spare in each cluster; that one (the smallest
///   balance in total, then the lowest slot) becomes the keeper. The margin is what can be claimed before a
///   decision that knows of it is in force.
/// - When none has the margin, only the keeper issues.
/// - When the keeper has ended and none has the margin, nobody issues until all claims are counted. By then
///   what the keeper held is free, so that all fit; the smallest balance is the next keeper.
/// So the keeper is always allowed and always finds a register, provided that C is no more than the capacity
/// of each cluster, and CTAs are of one size.
class CtaBalance {
 public:
  static constexpr unsigned balance_bits = 11;
  /// Edges from the first decision that allows nobody until all claims are counted.
  static constexpr unsigned counting_edges = 2;

  struct Launch {
    std::uint16_t most = 0;    ///< C: registers of a cluster that a CTA may claim
    std::uint16_t margin = 0;  ///< registers of a cluster
    ClusterCounts capacity{};  ///< free before the first CTA
  };

  void reset() { *this = {}; }
  /// No CTA is live; and none starts before decisions that know of the last launch's last end are in force,
  /// as those before could let all claim at once.
  void launch(const Launch&);
  void end(unsigned cta);
  void start(unsigned cta);
  void claim(unsigned cta, unsigned cluster) { change(cta, cluster, -1); }
  void release(unsigned cta, unsigned cluster) { change(cta, cluster, +1); }

  /// Decides for the balances as they are. The keeper, and for how long there is none, is remembered.
  void decide();
  CtaSet allowed() const { return allowed_; }
  /// Only the keeper, or nobody, may issue although a CTA is live.
  bool throttled() const { return live_at_decision_ != 0 && allowed_ != all_ctas; }
  /// Another decision could differ from this one though nothing is claimed or given back.
  bool settling() const { return settling_; }

  static constexpr CtaSet all_ctas = 0xff;

 private:
  void change(unsigned cta, unsigned cluster, int step);
  bool fits(unsigned cta, unsigned margin) const;
  int smallest(unsigned margin) const;

  Launch launch_;
  ClusterCounts free_{};
  std::array<ClusterCounts, throttled_ctas> balance_{};
  CtaSet live_ = 0, live_at_decision_ = 0, allowed_ = 0;
  int keeper_ = -1;
  unsigned counted_ = 0;  ///< edges without a keeper
  bool settling_ = false;
};

}  // namespace heddle
