// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "hw/line_compression/metadata_cache/metadata_cache.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/cosim/bench/feed_forward_bench.hpp"
#include "tb/line_compression/metadata_cache/metadata_cache_coverage.hpp"

namespace heddle {
namespace {

/// Requests for a few more blocks than two sets hold; for one block; for blocks whose numbers differ in one
/// bit; for all sets in turn, as lines that follow each other; for any block. At times the block of the
/// request before, with its entry or a neighbour of it.
class MetadataCacheBench final : public FeedForwardBench<MetadataRequest, MetadataAnswer> {
 public:
  using Block = MetadataCache;
  MetadataCacheBench(const MetadataCacheConfig& config, std::uint64_t seed)
      : FeedForwardBench(MetadataCache::latency, seed),
        sets_(config.bytes / (config.ways * config.block_bytes)),
        ways_(config.ways),
        entries_(4 * config.block_bytes) {}

 private:
  enum class Mood { few, one, near, turn, any, count };

  void draw(BurstPlace place, MetadataRequest& request) override;
  void change_mood();
  MetadataOp draw_op();
  std::uint32_t draw_block(MetadataOp op);
  std::uint16_t draw_entry(unsigned last);
  void draw_data(MetadataBlock& data);

  const unsigned sets_, ways_, entries_;
  Mood mood_ = Mood::few;
  unsigned left_ = 0;
  std::uint32_t base_ = 0, turn_ = 0;
  std::array<std::uint32_t, 16> filled_{};  ///< blocks that were asked to be filled, not long ago
  unsigned next_filled_ = 0;
};

void MetadataCacheBench::change_mood() {
  mood_ = static_cast<Mood>(random.below(static_cast<unsigned>(Mood::count)));
  left_ = 30 + random.below(300);
  const auto any = static_cast<std::uint32_t>(random());
  const std::array<std::uint32_t, 5> bases{any, any, any & 0xffff, 0, ~std::uint32_t{0}};
  base_ = bases[random.below(bases.size())];
  if (random.one_in(8)) turn_ = any;
}

MetadataOp MetadataCacheBench::draw_op() {
  using enum MetadataOp;
  // Few drops, so that sets become full.
  static constexpr std::array<MetadataOp, 16> ops{look_up, look_up, look_up, look_up, look_up, record,
                                                  record,  record,  record,  fill,    fill,    fill,
                                                  fill,    fill,    fill,    drop};
  if (mood_ == Mood::turn && random.one_in(2)) return fill;
  const MetadataOp op = ops[random.below(ops.size())];
  return mood_ == Mood::turn && op == drop && !random.one_in(4) ? look_up : op;
}

std::uint32_t MetadataCacheBench::draw_block(MetadataOp op) {
  const std::uint32_t recent = filled_[random.below(filled_.size())];
  switch (mood_) {
    case Mood::few:
      return base_ + random.below(2) + sets_ * random.below(ways_ + 2);
    case Mood::one:
      return random.one_in(12) ? base_ + sets_ : base_;
    case Mood::near:  // what is there, or one bit away from it
      return random.one_in(2) ? recent : recent ^ std::uint32_t{1} << random.below(32);
    case Mood::turn:
      return op == MetadataOp::fill ? ++turn_ : turn_ - random.below(sets_ * (ways_ + 1));
    default:
      return op == MetadataOp::fill || random.one_in(8) ? static_cast<std::uint32_t>(random()) : recent;
  }
}

std::uint16_t MetadataCacheBench::draw_entry(unsigned last) {
  const std::array<unsigned, 8> entries{
      last, last,         last ^ 1u << random.below(8), last + 1,
      0,    entries_ - 1, random.below(entries_),       random.below(entries_)};
  const unsigned entry = entries[random.below(entries.size())] % entries_;
  // Upper bits do not matter.
  const unsigned upper = random.one_in(4) ? random.below(0x10000) / entries_ * entries_ : 0;
  return static_cast<std::uint16_t>(upper | entry);
}

void MetadataCacheBench::draw_data(MetadataBlock& data) {
  const unsigned kind = random.below(8);
  const unsigned where = random.below(static_cast<std::uint32_t>(data.size()));
  switch (kind) {
    case 0:
      data.fill(0);
      break;
    case 1:
      data.fill(0xff);
      break;
    case 2:  // one bit alone
      data.fill(0);
      data[where] = static_cast<unsigned char>(1u << random.below(8));
      break;
    case 3:  // one bit other than the data before
      data[where] = static_cast<unsigned char>(data[where] ^ 1u << random.below(8));
      break;
    default:
      for (unsigned char& byte : data) byte = static_cast<unsigned char>(random() >> 32);
  }
}

void MetadataCacheBench::draw(BurstPlace place, MetadataRequest& request) {
  if (left_ == 0) change_mood();
  --left_;
  if (place == BurstPlace::first && random.one_in(3)) {  // asks again what was asked before the idle cycles
    request.op = MetadataOp::look_up;
    return;
  }
  request.op = draw_op();
  // The data of a fill stay on the pins when others follow; they mean nothing then.
  if (!random.one_in(4)) request.block = draw_block(request.op);
  request.entry = draw_entry(request.entry);
  request.bits.value = static_cast<std::uint8_t>(random.below(4));
  if (request.op != MetadataOp::fill) return;
  draw_data(request.data);
  filled_[next_filled_++ % filled_.size()] = request.block;
}

const Registration<CosimEntry> registration{cosim_entry<MetadataCacheBench, MetadataCacheCoverage>()};

}  // namespace
}  // namespace heddle
