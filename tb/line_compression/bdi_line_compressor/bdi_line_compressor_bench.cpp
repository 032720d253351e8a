// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/bdi_line_compressor/bdi_line_compressor.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/line_compression/bdi_line_compressor/bdi_line_compressor_coverage.hpp"
#include "tb/line_compression/line_stimulus.hpp"

namespace heddle {
namespace {

/// Lines of all kinds, back to back and alone. What follows a line of 64 bytes on the pins is anything.
class BdiLineCompressorBench final : public FeedForwardBench<UncompressedLine, CompressedLine> {
 public:
  using Block = BdiLineCompressor;
  BdiLineCompressorBench(const BdiLineCompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed), lines_(seed + 1, config.line_bytes, config.base) {}

 private:
  void draw(BurstPlace place, UncompressedLine& request) override { lines_.draw(place, request.data); }

  LineStimulus lines_;
};

const Registration<CosimEntry> registration{cosim_entry<BdiLineCompressorBench, BdiLineCompressorCoverage>()};

}  // namespace
}  // namespace heddle
