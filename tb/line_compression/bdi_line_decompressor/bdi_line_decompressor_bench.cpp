// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/bdi_line_decompressor/bdi_line_decompressor.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/line_compression/bdi_line_decompressor/bdi_line_decompressor_coverage.hpp"
#include "tb/line_compression/stored_stimulus.hpp"

namespace heddle {
namespace {

/// Stored lines of all kinds, back to back and alone.
class BdiLineDecompressorBench final : public FeedForwardBench<StoredLineBytes, RestoredLine> {
 public:
  using Block = BdiLineDecompressor;
  BdiLineDecompressorBench(const BdiLineDecompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed), lines_(seed + 1, config.line_bytes, config.base) {}

 private:
  void draw(BurstPlace place, StoredLineBytes& request) override { lines_.draw(place, request); }

  StoredStimulus lines_;
};

const Registration<CosimEntry> registration{
    cosim_entry<BdiLineDecompressorBench, BdiLineDecompressorCoverage>()};

}  // namespace
}  // namespace heddle
