// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/fpc_decompressor/fpc_decompressor.hpp"

#include <optional>

#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/line_compression/fpc_decompressor/fpc_decompressor_coverage.hpp"
#include "tb/line_compression/fpc_stored_segments_stimulus.hpp"
#include "tb/line_compression/fpc_stored_stimulus.hpp"

namespace heddle {
namespace {

/// Stored lines of all kinds, back to back and alone. What follows a line of 64 bytes on the pins is
/// anything.
class FpcDecompressorBench final : public FeedForwardBench<StoredLineBytes, RestoredLine> {
 public:
  using Block = FpcDecompressor;
  FpcDecompressorBench(const FpcDecompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed), lines_(seed + 1, config.line_bytes) {
    if (config.segment_words != 0) segments_.emplace(seed + 1, config.line_bytes, config.segment_words);
  }

 private:
  void draw(BurstPlace place, StoredLineBytes& request) override {
    if (segments_)
      segments_->draw(place, request);
    else
      lines_.draw(place, request);
  }

  FpcStoredStimulus lines_;
  std::optional<FpcStoredSegmentsStimulus> segments_{};  ///< in place of it, where the block has segments
};

const Registration<CosimEntry> registration{cosim_entry<FpcDecompressorBench, FpcDecompressorCoverage>()};

}  // namespace
}  // namespace heddle
