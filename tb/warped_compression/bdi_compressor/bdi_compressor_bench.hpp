#pragma once

#include "hw/warped_compression/bdi_compressor/bdi_compressor.hpp"
#include "tb/cosim/feed_forward_bench.hpp"
#include "tb/warped_compression/register_stimulus.hpp"

namespace heddle {

/// Registers of all encodings, back to back and alone.
class BdiCompressorBench final : public FeedForwardBench<PlainRegister, EncodedRegister> {
 public:
  using Block = BdiCompressor;
  BdiCompressorBench(const BdiCompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed),
        stimulus_(seed, {static_cast<std::uint8_t>(config.choices)}) {}

 private:
  void draw(PlainRegister& request) override { stimulus_.draw(random, request.data); }

  RegisterStimulus stimulus_;
};

}  // namespace heddle
