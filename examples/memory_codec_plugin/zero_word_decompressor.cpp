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

using heddle::RestoredLine, heddle::StoredLineBytes;

/// What is stored of lines; of every fourth one another bit, which is corrupt as a rule.
class DecompressorBench final : public heddle::FeedForwardBench<StoredLineBytes, RestoredLine> {
 public:
  using Block = ZeroWordDecompressor;
  DecompressorBench(const ZeroWordConfig& c, std::uint64_t seed) : FeedForwardBench(c.latency, seed) {}

 private:
  void draw(heddle::BurstPlace, StoredLineBytes& request) override {
    const heddle::CompressedLine stored = without_zeros(drawn_line(random));
    request = {stored.data, stored.compressed};
    if (!random.one_in(4)) return;
    request.compressed = true;
    const std::uint64_t bit = random.below(random.one_in(2) ? 32 : 8 * request.data.size());
    request.data[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
  }
};

/// Lines as they are, restored and corrupt.
class DecompressorCoverage final : public heddle::FeedForwardCoverage<StoredLineBytes, RestoredLine> {
 public:
  explicit DecompressorCoverage(const ZeroWordConfig& c)
      : FeedForwardCoverage(c.latency),
        as_stored_(coverage.point("a line as it is stored")),
        restored_(coverage.point("a line is restored")),
        corrupt_(coverage.point("a line is corrupt")) {}

 private:
  unsigned see_request(const StoredLineBytes& request) override { return request.compressed; }
  void see_response(const RestoredLine& line, unsigned compressed, heddle::Neighbours) override {
    ++(compressed == 0 ? as_stored_ : line.corrupt ? corrupt_ : restored_);
  }

  std::uint64_t &as_stored_, &restored_, &corrupt_;
};

const heddle::Registration<heddle::BlockEntry> block{
    heddle::block_entry<ZeroWordDecompressor>("mine", HEDDLE_BLOCK_FOLDER)};
const heddle::Registration<heddle::CosimEntry> cosim{
    heddle::cosim_entry<DecompressorBench, DecompressorCoverage>()};

}  // namespace
}  // namespace mine
