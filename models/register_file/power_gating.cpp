// SPDX-License-Identifier: Apache-2.0
#include "models/register_file/power_gating.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "models/base/error.hpp"

namespace heddle {
namespace {

template <class F>
void for_each_bit(std::uint32_t bits, F&& f) {
  for (; bits != 0; bits &= bits - 1) f(static_cast<unsigned>(std::countr_zero(bits)));
}

}  // namespace

PowerGating::PowerGating(unsigned rows_per_domain, unsigned wake_up)
    : rows_(rows_per_domain),
      wake_up_(wake_up),
      valid_(bank_registers),
      count_(most_domains_per_bank * register_banks),
      wakes_at_(count_.size()) {
  if (rows_ != 64 && rows_ != 128 && rows_ != 256)
    throw Error({.what = "rows_per_domain must divide a bank of 256 entries into 1, 2 or 4 domains",
                 .value = fmt::format("{}", rows_),
                 .legal = "64, 128 or 256"});
  if (wake_up_ > 64)
    throw Error(
        {.what = "wake_up is out of range", .value = fmt::format("{}", wake_up_), .legal = "0 .. 64 cycles"});
  for (unsigned g = 0; g < bank_entries / rows_; ++g) existing_[g] = ~0u;
  reset();
}

void PowerGating::set_valid(RegisterId r, unsigned banks) {
  const unsigned group = r / clusters / rows_;
  const std::uint32_t first = cluster_of(r) * cluster_banks;
  for_each_bit(valid_[r] ^ banks, [&](unsigned b) {
    std::uint16_t& count = count_[group * register_banks + first + b];
    const std::uint32_t bit = 1u << (first + b);
    if (banks >> b & 1) {
      if (count++ == 0) holding_[group] |= bit;
    } else if (--count == 0) {
      holding_[group] &= ~bit;
    }
  });
  valid_[r] = static_cast<BankSet>(banks);
}

void PowerGating::write(std::span<const EntryWrite> writes) {
  std::array<BankSet, write_requesters> recorded{};
  std::uint32_t taken = 0;  // the write ports of the banks, the last write first
  for (std::size_t i = writes.size(); i-- > 0;) {
    const auto overrules = [&](const EntryWrite& later) {
      return !later.partial && later.reg == writes[i].reg;
    };
    if (writes[i].reg >= bank_registers) continue;
    if (std::any_of(writes.begin() + static_cast<std::ptrdiff_t>(i) + 1, writes.end(), overrules)) continue;
    const std::uint32_t free = bank_mask(writes[i].reg, writes[i].banks) & ~taken;
    taken |= free;
    recorded[i] = static_cast<BankSet>(free >> cluster_of(writes[i].reg) * cluster_banks);
  }
  for (std::size_t i = 0; i < writes.size(); ++i) {
    const EntryWrite& w = writes[i];
    if (w.reg < bank_registers) set_valid(w.reg, (w.partial ? valid_[w.reg] : 0u) | recorded[i]);
  }
}

void PowerGating::step(std::uint64_t now, const DomainSet& need, std::span<const EntryWrite> writes,
                       RegisterRange clear) {
  const unsigned end = std::min<unsigned>(clear.first + clear.count, bank_registers);
  for (unsigned r = clear.first; r < end; ++r) set_valid(static_cast<RegisterId>(r), 0);
  write(writes);

  moved_ = false;
  for (unsigned g = 0; g < most_domains_per_bank; ++g) {
    const std::uint32_t waking = existing_[g] & ~awake_[g] & ~gated_[g];
    const std::uint32_t called = gated_[g] & need[g];
    const std::uint32_t idle = awake_[g] & ~need[g] & ~holding_[g];
    if ((waking | called | idle) == 0) continue;
    std::uint32_t woken = wake_up_ == 0 ? called : 0;
    for_each_bit(waking, [&](unsigned b) {
      if (wakes_at_[g * register_banks + b] <= now) woken |= 1u << b;
    });
    for_each_bit(called, [&](unsigned b) { wakes_at_[g * register_banks + b] = now + wake_up_; });
    awake_[g] = (awake_[g] & ~idle) | woken;
    gated_[g] = (gated_[g] & ~called) | idle;
    moved_ |= (woken | called | idle) != 0;
  }
}

void PowerGating::reset() {
  awake_ = holding_ = {};
  gated_ = existing_;
  moved_ = false;
  std::fill(valid_.begin(), valid_.end(), BankSet{0});
  std::fill(count_.begin(), count_.end(), std::uint16_t{0});
}

std::uint64_t PowerGating::next(std::uint64_t now) const {
  // A domain that has just woken may be gated again, for nobody needs it any more.
  if (moved_) return now + 1;
  std::uint64_t first = ~std::uint64_t{0};
  for (unsigned g = 0; g < most_domains_per_bank; ++g)
    for_each_bit(existing_[g] & ~awake_[g] & ~gated_[g],
                 [&](unsigned b) { first = std::min(first, wakes_at_[g * register_banks + b]); });
  return first;
}

}  // namespace heddle
