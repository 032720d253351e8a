// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/fpc_compressor/fpc_compressor.hpp"

#include <optional>

#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/line_compression/fpc_compressor/fpc_compressor_coverage.hpp"
#include "tb/line_compression/fpc_line_stimulus.hpp"
#include "tb/line_compression/fpc_segments_stimulus.hpp"

namespace heddle {
namespace {

/// Lines of all kinds, back to back and alone. What follows a line of 64 bytes on the pins is anything.
class FpcCompressorBench final : public FeedForwardBench<UncompressedLine, CompressedLine> {
 public:
  using Block = FpcCompressor;
  FpcCompressorBench(const FpcCompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed), lines_(seed + 1, config.line_bytes) {
    if (config.segment_words != 0) segments_.emplace(seed + 1, config.line_bytes, config.segment_words);
  }

 private:
  void draw(BurstPlace place, UncompressedLine& request) override {
    if (segments_)
      segments_->draw(place, request.data);
    else
      lines_.draw(place, request.data);
  }

  FpcLineStimulus lines_;
  std::optional<FpcSegmentsStimulus> segments_{};  ///< in place of it, where the block has segments
};

const Registration<CosimEntry> registration{cosim_entry<FpcCompressorBench, FpcCompressorCoverage>()};

}  // namespace
}  // namespace heddle
