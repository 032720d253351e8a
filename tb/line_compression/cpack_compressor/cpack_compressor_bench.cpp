// SPDX-License-Identifier: Apache-2.0
#include "hw/line_compression/cpack_compressor/cpack_compressor.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/line_compression/cpack_compressor/cpack_compressor_coverage.hpp"
#include "tb/line_compression/cpack_line_stimulus.hpp"

namespace heddle {
namespace {

/// Lines of all kinds, back to back and alone. What follows a line of 64 bytes on the pins is anything.
class CpackCompressorBench final : public FeedForwardBench<UncompressedLine, CompressedLine> {
 public:
  using Block = CpackCompressor;
  CpackCompressorBench(const CpackCompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed),
        lines_(seed + 1, config.line_bytes, config.dictionary_values) {}

 private:
  void draw(BurstPlace place, UncompressedLine& request) override { lines_.draw(place, request.data); }

  CpackLineStimulus lines_;
};

const Registration<CosimEntry> registration{cosim_entry<CpackCompressorBench, CpackCompressorCoverage>()};

}  // namespace
}  // namespace heddle
