// SPDX-License-Identifier: Apache-2.0
#include "tb/register_file/bank_arbiter/bank_arbiter_bench.hpp"

#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/register_file/bank_arbiter/bank_arbiter_coverage.hpp"

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

/// Each requester has a bank of its own, and every second one wants that of a partner, too: of all the pairs
/// that could meet, only the partners do, and in one bank only.
void RequesterStimulus::pair_up(Random& random, std::uint32_t* banks) const {
  std::array<unsigned, register_banks> order;
  std::iota(order.begin(), order.end(), 0u);
  for (unsigned k = register_banks; k-- > 1;) std::swap(order[k], order[random.below(k + 1)]);
  const auto requesters = static_cast<unsigned>(std::bit_width(all_));
  unsigned before = 0;
  for (unsigned k = 0, met = 0; k < register_banks; ++k) {
    if (order[k] >= requesters) continue;
    const std::uint32_t own = 1u << (order[k] + bank_) % register_banks;
    banks[order[k]] = met++ % 2 == 1 ? own | before : own;
    before = own;
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
    const unsigned density = random.below(4);  // 3: nearly all banks
    for (std::uint32_t rest = all_; rest != 0; rest &= rest - 1) {
      std::uint64_t r = random();
      if (density > 0) r &= r >> 17;
      if (density > 1) r &= r >> 7;
      if (density == 3) r = random.one_in(2) ? ~std::uint64_t{0} : ~(std::uint64_t{1} << (r & 31));
      banks[std::countr_zero(rest)] = static_cast<std::uint32_t>(r);
    }
    return;
  }
  if (mood_ == Mood::partners) {
    pending = all_;
    pair_up(random, banks);
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

bool BankArbiterBench::next(Level<ArbiterRequests>& in, const Level<ArbiterGrants>& out) {
  ArbiterRequests& q = in.payload;
  std::uint32_t writes = q.write_pending.value;
  reads_.next(random_, q.read_pending.value, q.read_banks.data(), out.payload.reads.value);
  writes_.next(random_, writes, q.write_banks.data(), out.payload.writes.value);
  q.write_pending.value = static_cast<std::uint8_t>(writes);
  return (q.read_pending.value | writes) != 0;
}

static const Registration<CosimEntry> registration{cosim_entry<BankArbiterBench, BankArbiterCoverage>()};

}  // namespace heddle
