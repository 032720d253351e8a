// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/feed_forward.hpp"
#include "zero_words.hpp"
#include "zero_words_config.hpp"

namespace mine {

/// Takes a line a cycle, as a SystemC module. Pins are the members of the structs; the RTL's ports are named
/// after them.
class ZeroWordDecompressor final : public heddle::FeedForward<heddle::StoredLineBytes, heddle::RestoredLine> {
 public:
  using Config = ZeroWordsConfig;
  using PinsType = heddle::FeedForwardPins<heddle::StoredLineBytes, heddle::RestoredLine>;
  static constexpr const char* block_name = "zero_word_decompressor";
  static unsigned settle(const Config& c) { return c.latency + 1; }

  ZeroWordDecompressor(sc_core::sc_module_name name, const Config& c) : FeedForward(name, c.latency) {}

 private:
  heddle::RestoredLine compute(const heddle::StoredLineBytes& request) override {
    return with_zeros(request.data, request.compressed, sizeof(request.data));
  }
};

}  // namespace mine
