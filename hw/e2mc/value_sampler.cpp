// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/value_sampler.hpp"

#include <algorithm>

#include "hw/memory/line/edge_storage.hpp"
#include "models/base/error.hpp"
#include "models/e2mc/symbols.hpp"

namespace heddle {

Storage ValueSampler::storage(const E2mcConfig& config) {
  return {.name = "sampled_lines",
          .in = edge_statistics(EdgePlace::controller),
          .description = "lines that wait for the table that counts their values",
          .entries = config.sampler_lines,
          .bits = 8 * line_bytes};
}

ValueSampler::ValueSampler(sc_core::sc_module_name name, const E2mcConfig& config, RunCode& code,
                           const EdgeParts& parts)
    : sc_module(name),
      config_(config),
      code_(code),
      rst_n_(*parts.rst_n),
      table_("value_frequency_table",
             {.symbol_bits = config.symbol_bits,
              .entries = config.table_entries(),
              .policy = config.replacement},
             parts.clock, *parts.rst_n, parts.blocks),
      storage_(parts.stats, storage(config)),
      counts_(config.symbol_bits) {
  parts.clock.attach(*this);
  rst_n_.add_reader(*this);
  code.add_sampler([this] {
    ended_ = true;
    wake();
  });
}

bool ValueSampler::take(std::span<const unsigned char, line_bytes> line) {
  if (lines_.size() == config_.sampler_lines) return false;
  std::copy(line.begin(), line.end(), lines_.emplace_back().begin());
  storage_.holds(lines_.size());
  storage_.access(2);  // it is read once, symbol by symbol
  wake();
  return true;
}

Cycle ValueSampler::tick(Cycle now) {
  if (!rst_n_.shown()) return never;
  table_.idle();
  take_answer();
  return ask() || under_way_ != 0 ? now + 1 : never;
}

/// Answers to samples say nothing that is needed.
void ValueSampler::take_answer() {
  const FrequencyAnswer* const answer = table_.response();
  if (answer == nullptr) return;
  if (under_way_ == 0)
    throw Error(
        {.place = table_.name(), .what = "a value_frequency_table answers more often than it is asked"});
  --under_way_;
  const unsigned reads = asked_ - answered_;
  if (reads <= under_way_) return;
  const unsigned tree = e2mc::holds_all_values(config_.symbol_bits) ? answered_ >> config_.symbol_bits : 0;
  if (answer->held) counts_.add(tree, answer->value, answer->count);
  counted_ += answer->count;
  if (++answered_ < config_.table_entries()) return;
  counts_.add_uncounted(answer->total.value - counted_);
  code_.sampled(counts_);
}

/// The request of this cycle; false: there is none.
bool ValueSampler::ask() {
  const unsigned bits = config_.symbol_bits;
  FrequencyRequest request;
  if (!lines_.empty()) {
    request.op = FrequencyOp::sample;
    request.tree.value = static_cast<std::uint8_t>(e2mc::tree_of(bits, symbol_));
    request.value = e2mc::symbol_at(lines_.front(), bits, symbol_);
    if (++symbol_ == e2mc::symbols_of(bits, line_bytes)) {
      symbol_ = 0;
      lines_.pop_front();
    }
  } else if (ended_ && asked_ < config_.table_entries()) {
    request.op = FrequencyOp::read;
    if (e2mc::holds_all_values(bits)) request.tree.value = static_cast<std::uint8_t>(asked_ >> bits);
    request.value = asked_++;
  } else {
    return false;
  }
  table_.start(request);
  ++under_way_;
  return true;
}

}  // namespace heddle
