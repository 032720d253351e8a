// SPDX-License-Identifier: Apache-2.0
#include "tb/register_file/bank_arbiter/bank_arbiter_coverage.hpp"

#include <bit>

namespace heddle {

RequesterCoverage::RequesterCoverage(Coverage& coverage, const std::string& kind, unsigned requesters)
    : requesters_(requesters),
      granted_(coverage.points(kind + " {} granted", 0, requesters - 1)),
      refused_(coverage.points(kind + " {} in conflict", 0, requesters - 1)),
      all_pending_(coverage.point("all " + kind + "s pending")),
      wraps_(coverage.point(kind + " rotation past the last")),
      longest_wait_(coverage.point(kind + " that waited as long as any may")),
      together_(coverage.point("several " + kind + "s granted at once")),
      reset_granted_(coverage.point("reset while a " + kind + " is granted", only_a_bench_resets())),
      reset_turned_(
          coverage.point("reset while the rotation of " + kind + "s is turned", only_a_bench_resets())) {}

void RequesterCoverage::see(std::uint32_t pending, std::uint32_t granted, std::uint32_t conflicted) {
  all_pending_ += pending == ~0u >> (32 - requesters_);
  together_ += std::popcount(granted) > 1;
  last_granted_ = granted;
  if (granted != 0) {
    // The first in rotating order that was granted; the one after it is next.
    const std::uint32_t later = granted >> first_ << first_;
    const auto first = static_cast<unsigned>(std::countr_zero(later != 0 ? later : granted)) + 1;
    wraps_ += later == 0 || first == requesters_;
    first_ = first == requesters_ ? 0 : first;
  }
  for (std::uint32_t rest = granted; rest != 0; rest &= rest - 1) {
    const auto r = static_cast<unsigned>(std::countr_zero(rest));
    ++*granted_[r];
    longest_wait_ += waited_[r] == requesters_ - 1;
  }
  for (std::uint32_t rest = waiting_ & ~conflicted; rest != 0; rest &= rest - 1)
    waited_[std::countr_zero(rest)] = 0;
  waiting_ = conflicted;
  for (std::uint32_t rest = conflicted; rest != 0; rest &= rest - 1) {
    const auto r = static_cast<unsigned>(std::countr_zero(rest));
    ++*refused_[r];
    ++waited_[r];
  }
}

void RequesterCoverage::reset() {
  reset_granted_ += last_granted_ != 0;
  reset_turned_ += first_ != 0;
  last_granted_ = 0;
  first_ = 0;
  waited_.fill(0);
}

BankArbiterCoverage::BankArbiterCoverage(const BankArbiterConfig&)
    : reads_(coverage, "read", read_requesters),
      writes_(coverage, "write", write_requesters),
      both_(coverage.point("reads and writes granted at once")),
      nothing_(coverage.point("nothing pending")),
      all_banks_(coverage.point("two requests for all banks at once",
                                bench_only("a register has at most eight of the 32 banks"))) {}

void BankArbiterCoverage::see(const Level<ArbiterRequests>& in, const Level<ArbiterGrants>& out, bool rst_n) {
  if (!rst_n) {
    if (!in_reset_) {
      reads_.reset();
      writes_.reset();
    }
    in_reset_ = true;
    return;
  }
  in_reset_ = false;
  const ArbiterRequests& q = in.payload;
  const ArbiterGrants& g = out.payload;
  reads_.see(q.read_pending.value, g.reads.value, g.read_conflicts.value);
  writes_.see(q.write_pending.value, g.writes.value, g.write_conflicts.value);
  both_ += g.reads.value != 0 && g.writes.value != 0;
  nothing_ += (q.read_pending.value | q.write_pending.value) == 0;
  unsigned everything = 0;
  for (std::uint32_t rest = q.read_pending.value; rest != 0; rest &= rest - 1)
    everything += q.read_banks[std::countr_zero(rest)] == ~0u;
  all_banks_ += everything > 1;
}

}  // namespace heddle
