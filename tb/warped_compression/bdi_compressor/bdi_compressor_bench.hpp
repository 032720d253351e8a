// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/warped_compression/value_stimulus.hpp"

namespace heddle {

/// Registers of all classes of values, back to back and alone.
class BdiCompressorBench final : public FeedForwardBench<UncompressedRegister, EncodedRegister> {
 public:
  using Block = BdiCompressor;
  BdiCompressorBench(const BdiCompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed),
        stimulus_(seed, decisive({static_cast<std::uint8_t>(config.choices)})) {}

 private:
  void draw(BurstPlace place, UncompressedRegister& request) override { stimulus_.draw(place, request.data); }

  /// The classes at the limits of each encoding.
  static std::vector<ValueClass> decisive(BdiChoices choices) {
    using enum ValueClass;
    std::vector<ValueClass> all{byte_edge,       byte_exceeded, half_edge, half_exceeded,
                                one_lane_by_bit, near_byte,     near_half, outlier};
    if ((choices.mask & BdiChoices::base8) != 0)
      all.insert(all.end(), {pair_byte_edge, pair_byte_exceeded, pair_half_edge, pair_half_exceeded,
                             pair_word_edge, pair_word_exceeded, one_pair, pairs_near, pair_outlier});
    return all;
  }

  ValueStimulus stimulus_;
};

}  // namespace heddle
