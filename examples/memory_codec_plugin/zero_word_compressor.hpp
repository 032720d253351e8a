// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/feed_forward.hpp"
#include "zero_words.hpp"
#include "zero_words_config.hpp"

namespace mine {

/// Takes a line a cycle, as a SystemC module. Pins are the members of the structs; the RTL's ports are named
/// after them.
class ZeroWordCompressor final
    : public heddle::FeedForward<heddle::UncompressedLine, heddle::CompressedLine> {
 public:
  using Config = ZeroWordsConfig;
  using PinsType = heddle::FeedForwardPins<heddle::UncompressedLine, heddle::CompressedLine>;
  static constexpr const char* block_name = "zero_word_compressor";
  static unsigned settle(const Config& c) { return c.latency + 1; }

  ZeroWordCompressor(sc_core::sc_module_name name, const Config& c) : FeedForward(name, c.latency) {}

 private:
  heddle::CompressedLine compute(const heddle::UncompressedLine& request) override {
    return without_zeros(request.data);
  }
};

}  // namespace mine
