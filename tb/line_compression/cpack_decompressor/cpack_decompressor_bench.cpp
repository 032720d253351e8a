// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/cpack_decompressor/cpack_decompressor.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/line_compression/cpack_ahead_stored_stimulus.hpp"
#include "tb/line_compression/cpack_decompressor/cpack_decompressor_coverage.hpp"
#include "tb/line_compression/cpack_stored_stimulus.hpp"

namespace heddle {
namespace {

/// Stored lines of all kinds, back to back and alone. What follows a line of 64 bytes on the pins is
/// anything.
class CpackDecompressorBench final : public FeedForwardBench<StoredLineBytes, RestoredLine> {
 public:
  using Block = CpackDecompressor;
  CpackDecompressorBench(const CpackDecompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed), lines_(seed + 1, config.line_bytes) {
    if (config.dictionary_values == cpack_ahead_values) ahead_.emplace(seed + 1, config.line_bytes);
  }

 private:
  void draw(BurstPlace place, StoredLineBytes& request) override {
    if (ahead_)
      ahead_->draw(place, request);
    else
      lines_.draw(place, request);
  }

  CpackStoredStimulus lines_;
  std::optional<CpackAheadStoredStimulus> ahead_{};
};

const Registration<CosimEntry> registration{cosim_entry<CpackDecompressorBench, CpackDecompressorCoverage>()};

}  // namespace
}  // namespace heddle
