// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "tb/cosim/pins/pin_layout.hpp"

namespace heddle {

/// Compares what two sides do on one output channel, whenever they do it: for a beat each valid payload, for
/// a level each change. The n-th of one side must equal the n-th of the other, and all must be the same
/// number of cycles apart.
class TransactionMatcher {
 public:
  enum class Finding { none, payload, latency, missing };
  struct Transaction {
    std::uint64_t cycle = 0;
    std::vector<std::byte> value;
  };

  explicit TransactionMatcher(const PinLayout& layout) : layout_(layout) {}

  /// One cycle of both sides. What it finds wrong stays found.
  Finding see(std::uint64_t cycle, const std::byte* model, const std::byte* rtl);

  Finding finding() const { return finding_; }
  /// By how many cycles the RTL is later, once a pair is matched.
  std::optional<std::int64_t> offset() const { return offset_; }
  std::uint64_t matched() const { return matched_; }
  /// The pair that does not match; the RTL's is empty when none came in time, the model's when none was due.
  const Transaction& model() const { return model_.front_or_empty(); }
  const Transaction& rtl() const { return rtl_.front_or_empty(); }

  /// A transaction without a counterpart for longer than this is wrong.
  static constexpr std::uint64_t patience = 64;

 private:
  struct Side {
    std::deque<Transaction> waiting;
    std::vector<std::byte> last;  // of a level
    void see(const PinLayout& layout, std::uint64_t cycle, const std::byte* value);
    const Transaction& front_or_empty() const;
  };

  const PinLayout& layout_;
  Side model_, rtl_;
  std::optional<std::int64_t> offset_;
  std::uint64_t matched_ = 0;
  Finding finding_ = Finding::none;
};

}  // namespace heddle
