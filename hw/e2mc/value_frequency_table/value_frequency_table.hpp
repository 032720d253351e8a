// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/bits.hpp"
#include "hw/sim/feed_forward.hpp"
#include "models/base/parameter.hpp"
#include "models/e2mc/frequency_table.hpp"

namespace heddle {

/// What a request asks for.
enum class FrequencyOp : std::uint8_t {
  sample,  ///< count a symbol
  read,    ///< tell what an entry holds
  clear,   ///< make all entries free, and the total zero
  total    ///< tell the total alone
};
template <>
inline constexpr unsigned pin_bits<FrequencyOp> = 2;

inline constexpr unsigned frequency_total_bits = 44;  ///< 4096 counters of 32 bits

struct FrequencyRequest {
  FrequencyOp op{};
  Bits<3> tree{};           ///< of symbols of 4 and 8 bits; upper bits that there are not are ignored
  std::uint32_t value = 0;  ///< the symbol; read: of longer symbols, the entry's number. Likewise
  bool operator==(const FrequencyRequest&) const = default;
};

struct FrequencyAnswer {
  bool held = false;        ///< sample: the value had an entry; read: the entry is not free
  std::uint32_t value = 0;  ///< read: of the entry, 0 when it is free; else 0
  std::uint32_t count =
      0;  ///< sample: the value's own now, 0 when it has no entry; read: the entry's; else 0
  Bits<frequency_total_bits> total{};  ///< symbols counted since the last clear, this one among them
  bool operator==(const FrequencyAnswer&) const = default;
};

struct ValueFrequencyTableConfig {
  unsigned symbol_bits = 16;
  unsigned entries = 1024;
  unsigned counter_bits = 24;
  e2mc::FrequencyPolicy policy = e2mc::FrequencyPolicy::least_count;

  static constexpr auto parameters() {
    using C = ValueFrequencyTableConfig;
    return std::tuple{
        parameter(&C::symbol_bits, "symbol_bits", "bits", 4u, 32u, "Lal2017 section III-B1",
                  "length of a symbol: 4, 8, 16 or 32"),
        parameter(&C::entries, "entries", "values", e2mc::lookup_ways, e2mc::most_frequency_entries,
                  "Lal2017 section III-B2b",
                  "values that are counted at a time, of all trees together, a power of two: 128 of 4 bits, "
                  "1024 of 8 bits"),
        parameter(&C::counter_bits, "counter_bits", "bits", 2u, e2mc::most_counter_bits, "modelling choice",
                  "of each counter, which stays at its highest number"),
        parameter(&C::policy, "policy", "modelling choice",
                  "what a new value does to the least counted one of a full set: takes its place at once, or "
                  "counts it down to zero before")};
  }
  e2mc::FrequencyShape shape() const { return {symbol_bits, entries, counter_bits, policy}; }
  void validate() const { shape().validate(); }
};

/// The value frequency table of a memory controller, which counts values in the sampling phase (Lal2017
/// section III-B2b). It takes a request a cycle and never stalls: the first stage reads the row, the second
/// counts and writes it. Each request sees all that those before it have done.
class ValueFrequencyTable final : public FeedForward<FrequencyRequest, FrequencyAnswer> {
 public:
  using Config = ValueFrequencyTableConfig;
  using PinsType = FeedForwardPins<FrequencyRequest, FrequencyAnswer>;
  static constexpr const char* block_name = "value_frequency_table";
  static constexpr unsigned latency = 2;  ///< edges from a request to its answer
  static unsigned settle(const Config&) { return latency + 1; }

  ValueFrequencyTable(sc_core::sc_module_name name, const Config& config)
      : FeedForward(name, latency), table_(config.shape()) {}

 private:
  FrequencyAnswer compute(const FrequencyRequest& request) override;
  void reset() override { table_.clear(); }

  e2mc::FrequencyTable table_;
};

}  // namespace heddle
