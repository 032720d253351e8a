// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/compare/transactions.hpp"

namespace heddle {

void TransactionMatcher::Side::see(const PinLayout& layout, std::uint64_t cycle, const std::byte* value) {
  if (layout.has_valid()) {
    if (!layout.valid(value)) return;
  } else {
    const bool first = last.empty();
    if (first) last.assign(layout.bytes(), std::byte{0});  // every output is zero after reset
    if (layout.same_payload(last.data(), value)) return;
    last.assign(value, value + layout.bytes());
  }
  waiting.push_back({cycle, {value, value + layout.bytes()}});
}

const TransactionMatcher::Transaction& TransactionMatcher::Side::front_or_empty() const {
  static const Transaction empty;
  return waiting.empty() ? empty : waiting.front();
}

TransactionMatcher::Finding TransactionMatcher::see(std::uint64_t cycle, const std::byte* model,
                                                    const std::byte* rtl) {
  if (finding_ != Finding::none) return finding_;
  model_.see(layout_, cycle, model);
  rtl_.see(layout_, cycle, rtl);
  while (!model_.waiting.empty() && !rtl_.waiting.empty()) {
    const Transaction& m = model_.waiting.front();
    const Transaction& r = rtl_.waiting.front();
    if (!layout_.same_payload(m.value.data(), r.value.data())) return finding_ = Finding::payload;
    const auto apart = static_cast<std::int64_t>(r.cycle) - static_cast<std::int64_t>(m.cycle);
    if (offset_.value_or(apart) != apart) return finding_ = Finding::latency;
    offset_ = apart;
    ++matched_;
    model_.waiting.pop_front();
    rtl_.waiting.pop_front();
  }
  for (const Side* side : {&model_, &rtl_})
    if (!side->waiting.empty() && cycle - side->waiting.front().cycle > patience)
      return finding_ = Finding::missing;
  return Finding::none;
}

}  // namespace heddle
