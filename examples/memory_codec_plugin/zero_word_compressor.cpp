// SPDX-License-Identifier: Apache-2.0
// The block's entry, and the bench and coverage of its co-simulation.
#include "drawn_line.hpp"
#include "hw/sim/block_entry.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/cosim/coverage/feed_forward_coverage.hpp"
#include "zero_word_blocks.hpp"

namespace mine {
namespace {

using heddle::CompressedLine, heddle::UncompressedLine;

class CompressorBench final : public heddle::FeedForwardBench<UncompressedLine, CompressedLine> {
 public:
  using Block = ZeroWordCompressor;
  CompressorBench(const ZeroWordConfig& c, std::uint64_t seed) : FeedForwardBench(c.latency, seed) {}

 private:
  void draw(heddle::BurstPlace, UncompressedLine& request) override { request.data = drawn_line(random); }
};

/// Each length.
class CompressorCoverage final : public heddle::FeedForwardCoverage<UncompressedLine, CompressedLine> {
 public:
  explicit CompressorCoverage(const ZeroWordConfig& c)
      : FeedForwardCoverage(c.latency), words_(coverage.points("{} words are stored", 1, 32)) {}

 private:
  unsigned see_request(const UncompressedLine&) override { return 0; }
  void see_response(const CompressedLine& line, unsigned, heddle::Neighbours) override {
    ++*words_[line.length / 4u - 1];
  }

  std::vector<std::uint64_t*> words_;
};

const heddle::Registration<heddle::BlockEntry> block{
    heddle::block_entry<ZeroWordCompressor>("mine", HEDDLE_BLOCK_FOLDER)};
const heddle::Registration<heddle::CosimEntry> cosim{
    heddle::cosim_entry<CompressorBench, CompressorCoverage>()};

}  // namespace
}  // namespace mine
