// SPDX-License-Identifier: Apache-2.0
#include "tb/register_virtualization/cta_throttle/cta_throttle_coverage.hpp"

#include <algorithm>
#include <bit>

namespace heddle {
namespace {

const Arises never_so_launched =
    never_in_system("a launch begins when all CTAs of the one before have ended");
const Arises never_wrong =
    never_in_system("the SM starts a CTA in an empty slot and ends one that it started");
const Arises never_more =
    never_in_system("a CTA holds no more registers than it has, and gives back what it holds");
const Arises never_upper = never_in_system("an SM has eight CTA slots, four clusters and no 2048 registers");
const Arises never_mixed = never_in_system("nothing runs while a launch begins");

constexpr unsigned balance_mask = (1u << CtaBalance::balance_bits) - 1;
constexpr unsigned all_claims = (1u << balance_claims) - 1, all_releases = (1u << balance_releases) - 1;

bool beyond(const BalanceLaunch& l) {
  unsigned bits = l.most | l.margin;
  for (const std::uint16_t capacity : l.capacity) bits |= capacity;
  return bits > balance_mask;
}

}  // namespace

CtaThrottleCoverage::CtaThrottleCoverage(const CtaThrottleConfig& config)
    : alone_(coverage.points("CTA {} alone may issue", 0, throttled_ctas - 1)),
      some_(config.guaranteed_ctas == 1
                ? std::vector<std::uint64_t*>{}
                : coverage.points("{} CTAs may issue, and not all", 2,
                                  std::min(config.guaranteed_ctas, throttled_ctas - 1))),
      started_(coverage.points("CTA {} starts", 0, throttled_ctas - 1)),
      ended_(coverage.points("CTA {} ends", 0, throttled_ctas - 1)),
      claim_(coverage.points("claim {}", 0, balance_claims - 1)),
      release_(coverage.points("release {}", 0, balance_releases - 1)),
      claimed_in_(coverage.points("a claim in cluster {}", 0, clusters - 1)),
      released_in_(coverage.points("a release in cluster {}", 0, clusters - 1)),
      of_cta_(coverage.points("a claim by CTA {}", 0, throttled_ctas - 1)),
      idle_(coverage.point("nothing to do")),
      free_again_(coverage.point("all may issue after some")),
      from_all_(coverage.point("some after all")),
      nobody_(coverage.point("nobody may issue although a CTA is live")),
      nobody_before_(coverage.point("one alone after nobody")),
      none_live_(coverage.point("no CTA live")),
      all_live_(coverage.point("all CTAs live")),
      launch_live_(coverage.point("a launch while a CTA is live", never_so_launched)),
      launch_with_(coverage.point("a launch with changes in its cycle", never_mixed)),
      launch_beyond_(coverage.point("a launch with numbers of more than 11 bits", never_upper)),
      launch_tight_(coverage.point("a launch without room for a margin beyond one CTA")),
      ended_and_started_(coverage.point("a CTA ends and another starts in its slot")),
      end_of_none_(coverage.point("an empty slot ends", never_wrong)),
      start_of_live_(coverage.point("a CTA starts in a slot that is live", never_wrong)),
      ends_holding_(coverage.point("a CTA ends that holds registers", never_more)),
      all_start_(coverage.point("all CTAs start at once", never_in_system("an SM gets one CTA a cycle"))),
      eight_claims_(coverage.point("all claims at once")),
      four_releases_(coverage.point("all releases at once")),
      slots_meet_(coverage.point("both slots claim of a cluster for one CTA")),
      claim_and_release_(coverage.point("a CTA claims and gives back in a cluster at once")),
      claims_alone_(coverage.point("a claim by a CTA that alone may issue")),
      holds_most_(coverage.point("a CTA holds all that it may")),
      too_many_(coverage.point("a balance below zero", never_more)),
      too_few_(coverage.point("a balance beyond the most", never_more)),
      upper_bits_(coverage.point("upper bits of a CTA or cluster", never_upper)),
      reset_live_(coverage.point("reset while CTAs are live", only_a_bench_resets())),
      reset_throttled_(coverage.point("reset while one alone may issue", only_a_bench_resets())) {}

void CtaThrottleCoverage::reset() {
  if (!in_reset_) {
    reset_live_ += live_ != 0;
    reset_throttled_ += std::has_single_bit(before_.ctas);
  }
  in_reset_ = true;
  before_ = {};
  live_ = 0;
  launch_ = {};
  held_ = {};
}

void CtaThrottleCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  if (!rst_n) {
    reset();
    return;
  }
  in_reset_ = false;
  const auto& launch = *reinterpret_cast<const Beat<BalanceLaunch>*>(in[0]);
  const CtaChanges& cta = reinterpret_cast<const Level<CtaChanges>*>(in[1])->payload;
  const BalanceChanges& change = reinterpret_cast<const Level<BalanceChanges>*>(in[2])->payload;
  see_decision(reinterpret_cast<const Level<AllowedCtas>*>(out[0])->payload);
  idle_ += !launch.valid && cta == CtaChanges{} && change.claimed.value == 0 && change.released.value == 0;
  see_launch(launch, cta, change);
  const auto ended = static_cast<CtaSet>(live_ & cta.ended & ~cta.started);
  see_ctas(cta);
  see_changes(change);
  see_balances(ended);
}

void CtaThrottleCoverage::see_decision(const AllowedCtas& allowed) {
  const bool all = allowed.ctas == CtaBalance::all_ctas, one = std::has_single_bit(allowed.ctas);
  const bool was_all = before_.ctas == CtaBalance::all_ctas;
  if (one) ++*alone_[static_cast<unsigned>(std::countr_zero(allowed.ctas))];
  const unsigned count = static_cast<unsigned>(std::popcount(allowed.ctas));
  if (count > 1 && !all) ++*some_[count - 2];
  free_again_ += all && before_.ctas != 0 && !was_all;
  from_all_ += !all && allowed.ctas != 0 && was_all;
  nobody_ += allowed.ctas == 0 && allowed.throttled;
  nobody_before_ += one && before_.ctas == 0 && before_.throttled;
  none_live_ += live_ == 0;
  all_live_ += live_ == CtaBalance::all_ctas;
  before_ = allowed;
}

void CtaThrottleCoverage::see_launch(const Beat<BalanceLaunch>& launch, const CtaChanges& cta,
                                     const BalanceChanges& change) {
  if (!launch.valid) return;
  launch_ = launch.payload;
  launch_live_ += live_ != 0;
  launch_with_ += cta.ended != 0 || change.claimed.value != 0 || change.released.value != 0;
  launch_beyond_ += beyond(launch_);
  bool tight = false;
  for (const std::uint16_t capacity : launch_.capacity) tight |= capacity < launch_.most + launch_.margin;
  launch_tight_ += tight && !beyond(launch_);
  live_ = 0;
}

void CtaThrottleCoverage::see_ctas(const CtaChanges& cta) {
  const CtaSet left = static_cast<CtaSet>(live_ & ~cta.ended);
  ended_and_started_ += (live_ & cta.ended & cta.started) != 0;
  end_of_none_ += (~live_ & cta.ended) != 0;
  start_of_live_ += (left & cta.started) != 0;
  all_start_ += cta.started == CtaBalance::all_ctas;
  for (unsigned i = 0; i < throttled_ctas; ++i) {
    if (cta.ended >> i & 1) {
      ++*ended_[i];
    }
    if (cta.started >> i & 1) {
      ++*started_[i];
      ends_holding_ += (live_ & cta.ended & 1u << i) != 0 && held_[i] != std::array<int, clusters>{};
      held_[i] = {};
    }
  }
  live_ = static_cast<CtaSet>(left | cta.started);
}

/// What is claimed and given back in a cycle counts together, and before what a CTA has that ends in it.
void CtaThrottleCoverage::see_balances(CtaSet ended) {
  for (unsigned i = 0; i < throttled_ctas; ++i) {
    ends_holding_ += (ended >> i & 1) != 0 && held_[i] != std::array<int, clusters>{};
    if ((live_ >> i & 1) == 0) continue;
    for (const int held : held_[i]) {
      holds_most_ += held == launch_.most && held != 0;
      too_many_ += held > launch_.most;
      too_few_ += held < 0;
    }
  }
}

void CtaThrottleCoverage::see_changes(const BalanceChanges& change) {
  eight_claims_ += change.claimed.value == all_claims;
  four_releases_ += change.released.value == all_releases;
  std::array<std::array<unsigned, clusters>, throttled_ctas> by_slot{};  // bit s: slot s claims
  for (unsigned rest = change.claimed.value; rest != 0; rest &= rest - 1) {
    const auto k = static_cast<unsigned>(std::countr_zero(rest)), slot = k / ptx::max_destinations;
    const unsigned i = change.claim_ctas[slot] % throttled_ctas, c = change.claim_clusters[k] % clusters;
    upper_bits_ += change.claim_ctas[slot] >= throttled_ctas || change.claim_clusters[k] >= clusters;
    ++*claim_[k];
    ++*claimed_in_[c];
    ++*of_cta_[i];
    claims_alone_ += before_.ctas == 1u << i;
    by_slot[i][c] |= 1u << slot;
    slots_meet_ += by_slot[i][c] == 3 && slot == 1;
    ++held_[i][c];
  }
  for (unsigned rest = change.released.value; rest != 0; rest &= rest - 1) {
    const auto k = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned i = change.release_ctas[k] % throttled_ctas, c = change.release_clusters[k] % clusters;
    upper_bits_ += change.release_ctas[k] >= throttled_ctas || change.release_clusters[k] >= clusters;
    ++*release_[k];
    ++*released_in_[c];
    claim_and_release_ += by_slot[i][c] != 0;
    --held_[i][c];
  }
}

}  // namespace heddle
