#include "tb/register_file/bank_arbiter/bank_arbiter_bench.hpp"

#include <bit>

#include "tb/cosim/cosim_entry.hpp"

namespace heddle {

std::uint32_t RequesterStimulus::pick(Random& random, unsigned requester) const {
  // A register's banks are the lowest 1, 3, 5 or 8 of its cluster of eight.
  static constexpr std::uint32_t compressed[]{0x01, 0x07, 0x1f, 0xff};
  switch (mood_) {
    case Mood::same_bank:
    case Mood::volley:
      return compressed[random.below(4)] << bank_ | 1u << bank_;
    case Mood::own_bank:
      return 1u << requester;
    case Mood::lone:
      return 1u << random.below(4);
    default:
      return compressed[random.below(4)] << 8 * random.below(4);
  }
}

void RequesterStimulus::next(Random& random, std::uint32_t& pending, std::uint32_t* banks,
                             std::uint32_t granted) {
  if (left_ == 0) {
    mood_ = static_cast<Mood>(random.below(static_cast<unsigned>(Mood::count)));
    left_ = mood_ == Mood::idle ? 1 + random.below(10) : 20 + random.below(100);
    bank_ = random.below(register_banks);
  }
  --left_;
  if (mood_ == Mood::lawless) {
    pending = static_cast<std::uint32_t>(random()) & all_;
    const unsigned density = random.below(3);
    for (std::uint32_t rest = all_; rest != 0; rest &= rest - 1) {
      std::uint64_t r = random();
      if (density > 0) r &= r >> 17;
      if (density > 1) r &= r >> 7;
      banks[std::countr_zero(rest)] = static_cast<std::uint32_t>(r);
    }
    return;
  }
  pending &= ~granted;
  std::uint32_t wanting = ~pending & all_;
  const auto r = random();
  switch (mood_) {
    case Mood::same_bank:
    case Mood::own_bank:
      wanting &= static_cast<std::uint32_t>(r | r >> 32);
      break;
    case Mood::registers:
      wanting &= static_cast<std::uint32_t>(r & r >> 32);
      break;
    case Mood::sparse:
      wanting = (r & 7) == 0 ? wanting & static_cast<std::uint32_t>(r >> 8 & r >> 16 & r >> 24) : 0;
      break;
    case Mood::lone:  // one alone turns the rotation anywhere, some together show where it is
      wanting &= (r & 3) == 0 ? static_cast<std::uint32_t>(r >> 8 & r >> 32) : 1u << (r >> 2 & 31);
      break;
    case Mood::volley:  // all at once, and again when all are served
      if (pending != 0) wanting = 0;
      break;
    default:
      wanting = 0;
  }
  for (std::uint32_t rest = wanting; rest != 0; rest &= rest - 1) {
    const auto requester = static_cast<unsigned>(std::countr_zero(rest));
    banks[requester] = pick(random, requester);
  }
  pending |= wanting;
}

RequesterCoverage::RequesterCoverage(Coverage& coverage, const std::string& kind, unsigned requesters)
    : requesters_(requesters),
      granted_(coverage.points(kind + " {} granted", 0, requesters - 1)),
      refused_(coverage.points(kind + " {} in conflict", 0, requesters - 1)),
      all_pending_(coverage.point("all " + kind + "s pending")),
      wraps_(coverage.point(kind + " rotation past the last")),
      longest_wait_(coverage.point(kind + " that waited as long as any may")),
      together_(coverage.point("several " + kind + "s granted at once")),
      reset_granted_(coverage.point("reset while a " + kind + " is granted")),
      reset_turned_(coverage.point("reset while the rotation of " + kind + "s is turned")) {}

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

BankArbiterBench::BankArbiterBench(const BankArbiterConfig&, std::uint64_t seed)
    : random_(seed),
      read_coverage_(coverage, "read", read_requesters),
      write_coverage_(coverage, "write", write_requesters),
      both_(coverage.point("reads and writes granted at once")),
      nothing_(coverage.point("nothing pending")) {}

bool BankArbiterBench::next(Level<ArbiterRequests>& in, const Level<ArbiterGrants>& out) {
  ArbiterRequests& q = in.payload;
  std::uint32_t writes = q.write_pending.value;
  reads_.next(random_, q.read_pending.value, q.read_banks.data(), out.payload.reads.value);
  writes_.next(random_, writes, q.write_banks.data(), out.payload.writes.value);
  q.write_pending.value = static_cast<std::uint8_t>(writes);
  return (q.read_pending.value | writes) != 0;
}

void BankArbiterBench::see(const Level<ArbiterRequests>& in, const Level<ArbiterGrants>& out, bool rst_n) {
  if (!rst_n) {
    if (!in_reset_) {
      read_coverage_.reset();
      write_coverage_.reset();
    }
    in_reset_ = true;
    return;
  }
  in_reset_ = false;
  const ArbiterRequests& q = in.payload;
  const ArbiterGrants& g = out.payload;
  read_coverage_.see(q.read_pending.value, g.reads.value, g.read_conflicts.value);
  write_coverage_.see(q.write_pending.value, g.writes.value, g.write_conflicts.value);
  both_ += g.reads.value != 0 && g.writes.value != 0;
  nothing_ += (q.read_pending.value | q.write_pending.value) == 0;
}

static const Registration<CosimEntry> registration{cosim_entry<BankArbiterBench>()};

}  // namespace heddle
