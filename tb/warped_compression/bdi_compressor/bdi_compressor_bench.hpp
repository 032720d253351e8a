#pragma once

#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"
#include "tb/cosim/feed_forward_bench.hpp"
#include "tb/warped_compression/value_stimulus.hpp"

namespace heddle {

/// Registers of all classes of values, back to back and alone.
class BdiCompressorBench final : public FeedForwardBench<PlainRegister, EncodedRegister> {
 public:
  using Block = BdiCompressor;
  BdiCompressorBench(const BdiCompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed), stimulus_(seed) {}

 private:
  void draw(BurstPlace place, PlainRegister& request) override { stimulus_.draw(place, request.data); }

  ValueStimulus stimulus_;
};

}  // namespace heddle
