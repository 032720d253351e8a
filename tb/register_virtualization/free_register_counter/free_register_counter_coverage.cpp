// SPDX-License-Identifier: Apache-2.0
#include "tb/register_virtualization/free_register_counter/free_register_counter_coverage.hpp"

#include <algorithm>
#include <bit>

namespace heddle {
namespace {

constexpr unsigned cluster_registers = bank_registers / clusters;
const Arises never_mixed = never_in_system("nothing runs while a launch begins");
const Arises never_upper = never_in_system("a file has no more than 1024 registers");
const Arises never_more = never_in_system("an instruction is issued only when there are registers for it");
const Arises by_the_kernel = by_chance("it depends on where the destinations of two instructions lie");

}  // namespace

FreeRegisterCounterCoverage::FreeRegisterCounterCoverage(const FreeRegisterCounterConfig&)
    : claim_(coverage.points("claim {}", 0, counted_claims - 1, by_chance("few instructions write four"))),
      claimed_in_(coverage.points("a claim in cluster {}", 0, clusters - 1)),
      freed_(coverage.points("lane {} of the freed registers", 0, clusters - 1)),
      freed_in_(coverage.points("a register of cluster {} freed", 0, clusters - 1)),
      claimed_at_once_(
          coverage.points("{} registers of a cluster claimed at once", 1, counted_claims, by_the_kernel)),
      freed_at_once_(coverage.points("{} registers of a cluster freed at once", 1, clusters,
                                     by_chance("it depends on when their readers end"))),
      none_left_(coverage.points("no register left in cluster {}", 0, clusters - 1)),
      all_free_(coverage.points("all 256 registers of cluster {} free", 0, clusters - 1)),
      bit_(coverage.points("bit {} of a count falls", 0, FreeRegisters::bits - 1)),
      idle_(coverage.point("nothing to do")),
      launch_(coverage.point("a launch")),
      launch_with_(coverage.point("a launch with claims or freed registers", never_mixed)),
      launch_upper_(coverage.point("a launch with counts of more than nine bits", never_upper)),
      launch_none_(coverage.point("a launch without registers in a cluster",
                                  by_chance("a kernel whose registers are all exempt from renaming"))),
      both_(coverage.point("claims and freed registers of a cluster at once")),
      both_even_(coverage.point("as many of a cluster claimed as freed",
                                by_chance("one of a cluster is claimed and one is freed, at one edge"))),
      last_claimed_(coverage.point("the last register of a cluster claimed")),
      first_back_(coverage.point("a register freed in a cluster that had none")),
      below_(coverage.point("a count below zero", never_more)),
      beyond_(coverage.point("a count beyond 256", never_more)),
      upper_bits_(coverage.point("a freed register beyond 1023", never_upper)),
      in_turn_(coverage.point("changes at two edges in turn")),
      all_claims_(coverage.point("all claims at once", by_chance("two instructions that write four each"))),
      all_freed_(coverage.point("four registers freed at once", by_chance("four releases at one edge"))),
      reset_(coverage.point("reset while registers are free", only_a_bench_resets())) {}

void FreeRegisterCounterCoverage::observe(PinValues in, PinValues out, bool rst_n) {
  if (!rst_n) {
    if (!in_reset_) reset_ += last_ != FreeCounts{};
    in_reset_ = true;
    changed_ = false;
    last_ = {};
    return;
  }
  in_reset_ = false;
  const auto& launch = *reinterpret_cast<const Beat<FreeAtLaunch>*>(in[0]);
  const auto& claim = reinterpret_cast<const Level<ClaimedRegisters>*>(in[1])->payload;
  const auto& freed = reinterpret_cast<const Level<FreedRegisters>*>(in[2])->payload;
  last_ = reinterpret_cast<const Level<FreeCounts>*>(out[0])->payload;
  Numbers claimed{}, back{};
  for (unsigned k = 0; k < counted_claims; ++k) {
    if ((claim.valid.value >> k & 1) == 0) continue;
    ++*claim_[k];
    ++*claimed_in_[claim.cluster_of(k)];
    ++claimed[claim.cluster_of(k)];
  }
  for (unsigned k = 0; k < clusters; ++k) {
    if ((freed.valid.value >> k & 1) == 0) continue;
    ++*freed_[k];
    ++*freed_in_[cluster_of(freed.registers[k])];
    ++back[cluster_of(freed.registers[k])];
    upper_bits_ += freed.registers[k] >= bank_registers;
  }
  const bool any = claim.valid.value != 0 || freed.valid.value != 0;
  all_claims_ += std::popcount(claim.valid.value) == int{counted_claims};
  all_freed_ += std::popcount(freed.valid.value) == int{clusters};
  idle_ += !any && !launch.valid;
  in_turn_ += any && changed_;
  changed_ = any;
  if (launch.valid) see_launch(launch.payload, !any);
  see_counts(claimed, back, launch.valid ? launch.payload.counts : last_.counts);
}

void FreeRegisterCounterCoverage::see_launch(const FreeAtLaunch& launch, bool alone) {
  ++launch_;
  launch_with_ += !alone;
  launch_upper_ +=
      std::ranges::any_of(launch.counts, [](unsigned n) { return n >> FreeRegisters::bits != 0; });
  launch_none_ += std::ranges::any_of(launch.counts, [](unsigned n) { return n == 0; });
}

/// `before` is what claims and freed registers change.
void FreeRegisterCounterCoverage::see_counts(const Numbers& claimed, const Numbers& freed,
                                             const ClusterCounts& before) {
  constexpr unsigned mask = (1u << FreeRegisters::bits) - 1;
  for (unsigned c = 0; c < clusters; ++c) {
    if (claimed[c] != 0) ++*claimed_at_once_[claimed[c] - 1];
    if (freed[c] != 0) ++*freed_at_once_[freed[c] - 1];
    both_ += claimed[c] != 0 && freed[c] != 0;
    both_even_ += claimed[c] != 0 && claimed[c] == freed[c];
    const unsigned then = before[c] & mask, now = then - claimed[c] + freed[c];
    *none_left_[c] += then != 0 && now == 0;
    *all_free_[c] += (now & mask) == cluster_registers;
    last_claimed_ += then == claimed[c] && claimed[c] != 0;
    first_back_ += then == 0 && freed[c] != 0;
    below_ += then + freed[c] < claimed[c];
    beyond_ += then <= cluster_registers && now > cluster_registers && now <= mask;
    for (unsigned bit = 0; bit < bit_.size(); ++bit) *bit_[bit] += (then & ~now) >> bit & 1;
  }
}

}  // namespace heddle
