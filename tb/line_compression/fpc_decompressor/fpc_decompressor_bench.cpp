#include "hw/line_compression/fpc_decompressor/fpc_decompressor.hpp"
#include "tb/cosim/cosim_entry.hpp"
#include "tb/line_compression/fpc_decompressor/fpc_decompressor_coverage.hpp"
#include "tb/line_compression/fpc_stored_stimulus.hpp"

namespace heddle {
namespace {

/// Stored lines of all kinds, back to back and alone. What follows a line of 64 bytes on the pins is
/// anything.
class FpcDecompressorBench final : public FeedForwardBench<StoredLineBytes, RestoredLine> {
 public:
  using Block = FpcDecompressor;
  FpcDecompressorBench(const FpcDecompressorConfig& config, std::uint64_t seed)
      : FeedForwardBench(config.latency, seed), lines_(seed + 1, config.line_bytes) {}

 private:
  void draw(BurstPlace place, StoredLineBytes& request) override { lines_.draw(place, request); }

  FpcStoredStimulus lines_;
};

const Registration<CosimEntry> registration{cosim_entry<FpcDecompressorBench, FpcDecompressorCoverage>()};

}  // namespace
}  // namespace heddle
