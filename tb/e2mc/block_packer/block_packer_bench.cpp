// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/block_packer/block_packer.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "models/base/random.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/e2mc/block_packer/block_packer_coverage.hpp"

namespace heddle {
namespace {

/// Lines of any bits: short ones, ones that just fit or just do not, and ones that are far too long in some
/// way. Bits come as of a compressor, chunk by chunk, or in pieces of any size; at once or with gaps. Lines
/// are given up, and bits come without a line.
class BlockPackerBench final : public BlockBench {
 public:
  using Block = BlockPacker;
  BlockPackerBench(const BlockPackerConfig& config, std::uint64_t seed)
      : random_(seed),
        config_(config),
        room_(8 * (config.line_bytes - config.granularity -
                   ((config.ways - 1) * e2mc::pointer_bits(config.line_bytes, config.ways) + 7) / 8)) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  void begin_line();
  void draw_ways();
  void next_bits(CompressedBits& b);
  void put(CompressedBits& b, unsigned count);
  std::uint32_t any() { return static_cast<std::uint32_t>(random_()); }

  Random random_;
  const BlockPackerConfig config_;
  const unsigned room_;                  // bits of a compressed line behind the pointers
  std::vector<unsigned> ways_;           // bits that are missing of each way; the present one is the last
  unsigned uncodable_ = 0;               // the way that lacks a symbol, from the last one on; 0: none
  unsigned beats_left_ = 0, stray_ = 0;  // until the line is given up; bits that come without a line
  unsigned wait_ = 0, bits_in_8_ = 8;
  bool start_pending_ = false, start_early_ = false, pieces_ = false;
};

/// Mostly the last way ends where the line has as many bits as are drawn, or nearly so: few, any number, or
/// just as many as there is room for.
void BlockPackerBench::draw_ways() {
  const unsigned n = config_.ways, kind = random_.below(8);
  ways_.assign(n, 0);
  if (kind == 0) {  // too long, in any way
    for (unsigned& bits : ways_) bits = random_.below(2 * config_.max_code_bits + 1);
    ways_[random_.below(n)] += room_ - random_.below(64);
    return;
  }
  const unsigned most = kind < 3 ? 8 * random_.below(n + 8) : kind < 6 ? 8 * random_.below(room_ / 8) : room_;
  unsigned put = 0;
  for (unsigned w = n; w-- > 1;) {
    ways_[w] = random_.one_in(8) ? 0 : random_.below(2 * (most - put) / (w + 1) + 1);
    put = std::min(most, (put + ways_[w] + 7) / 8 * 8);
  }
  const unsigned left = most - put, less = random_.one_in(2) ? random_.below(12) : 0;
  ways_[0] = random_.one_in(3) ? left + random_.below(4) : left - std::min(left, less);
}

void BlockPackerBench::begin_line() {
  draw_ways();
  uncodable_ = random_.one_in(8) ? 1 + random_.below(config_.ways) : 0;
  beats_left_ = random_.one_in(16) ? 1 + random_.below(24) : ~0u;
  stray_ = random_.one_in(16) ? 1 + random_.below(4) : 0;
  wait_ = random_.one_in(2) ? 0 : random_.below(8);
  bits_in_8_ = random_.one_in(3) ? 1 + random_.below(8) : 8;
  start_pending_ = true;
  start_early_ = random_.one_in(2);
  pieces_ = random_.one_in(3);
}

/// `count` bits in the chunk and the rest, and zeros behind them. Pins beyond a chunk are any.
void BlockPackerBench::put(CompressedBits& b, unsigned count) {
  const unsigned c = config_.max_code_bits, pin = e2mc::CompressorTables::most_code_bits;
  const std::uint64_t all = random_() & ~(~std::uint64_t{0} >> 1 >> (63 - 2 * c) >> count);
  const std::uint32_t beyond = c < pin ? any() << c & e2mc::lower_bits(pin) : 0;
  b.chunk.value = (static_cast<std::uint32_t>(all >> c) & e2mc::lower_bits(c)) | beyond;
  b.rest.value = (static_cast<std::uint32_t>(all) & e2mc::lower_bits(c)) | beyond;
  b.count.value = static_cast<std::uint8_t>(count);
}

void BlockPackerBench::next_bits(CompressedBits& b) {
  const unsigned c = config_.max_code_bits, left = ways_.back();
  if (pieces_) {
    const unsigned count = random_.below(std::min(left, 2 * c) + 1);
    put(b, count);
    b.last = count == left && !random_.one_in(4);
  } else {
    b.last = left < c || (left < 2 * c && random_.one_in(2));
    put(b, b.last ? left : c);
  }
  b.uncodable = b.last ? uncodable_ == ways_.size() : random_.one_in(16);
  ways_.back() -= b.count.value;
  if (b.last) ways_.pop_back();
}

bool BlockPackerBench::stimulate(DrivenPins in, PinValues) {
  auto& start = *reinterpret_cast<Beat<UncompressedLine>*>(in[0]);
  auto& bits = *reinterpret_cast<Beat<CompressedBits>*>(in[1]);
  // What stands on the pins without a valid means nothing.
  for (std::size_t i = 0; i < start.payload.data.size(); i += sizeof(std::uint64_t)) {
    const std::uint64_t word = random_();
    std::memcpy(&start.payload.data[i], &word, sizeof word);
  }
  bits.payload = {{any() & 0xfffff},
                  {any() & 0xfffff},
                  {static_cast<std::uint8_t>(any() & 63)},
                  random_.one_in(2),
                  {static_cast<std::uint16_t>(any() & 0xfff)},
                  random_.one_in(2)};
  start.valid = bits.valid = false;

  if (ways_.empty() || beats_left_ == 0) {
    if (ways_.empty() && stray_ > 0) {
      --stray_;
      put(bits.payload, random_.below(2 * config_.max_code_bits + 1));
      return bits.valid = true;
    }
    begin_line();
  }
  if (wait_ > 0) {
    --wait_;
    return false;
  }
  if (start_pending_) {
    start_pending_ = false;
    start.valid = true;
    if (start_early_) return true;
  }
  if (random_.below(8) >= bits_in_8_) return start.valid;
  bits.valid = true;
  --beats_left_;
  next_bits(bits.payload);
  return true;
}

const Registration<CosimEntry> registration{cosim_entry<BlockPackerBench, BlockPackerCoverage>()};

}  // namespace
}  // namespace heddle
