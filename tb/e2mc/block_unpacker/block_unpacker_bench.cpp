// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/block_unpacker/block_unpacker.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "models/base/random.hpp"
#include "models/e2mc/bit_row.hpp"
#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/e2mc/block_unpacker/block_unpacker_coverage.hpp"

namespace heddle {
namespace {

/// Lines of any bytes with ways of any lengths, some of whose pointers cannot be. Decoders ask now and then,
/// or always, and end at the last chunk or before; or what they say has no rule. Lines are given up.
class BlockUnpackerBench final : public BlockBench {
 public:
  using Block = BlockUnpacker;
  BlockUnpackerBench(const BlockUnpackerConfig& config, std::uint64_t seed)
      : random_(seed),
        config_(config),
        pointer_bits_(e2mc::pointer_bits(config.line_bytes, config.ways)),
        header_(((config.ways - 1) * pointer_bits_ + 7) / 8) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  void draw_line(PackedLine& line);
  void draw_bounds();
  void spoil_bounds();
  bool answer(DrivenPins in, PinValues out);
  unsigned up_to(unsigned most) { return random_.below(most + 1); }

  Random random_;
  const BlockUnpackerConfig config_;
  const unsigned pointer_bits_, header_;
  /// The bytes at which ways begin, and the length of the line.
  std::array<unsigned, BlockUnpackerPins::most_ways + 1> bounds_{};
  unsigned asks_in_8_ = 8, ends_in_64_ = 0;
  unsigned wait_ = 0, given_up_in_ = 0;  // edges until a line, if all is given out; until one comes anyway
  bool lawless_ = false;
  std::array<bool, BlockUnpackerPins::most_ways> busy_{};
};

/// Ways of about the same length, of any, or one way with all bits.
void BlockUnpackerBench::draw_bounds() {
  const unsigned n = config_.ways, kind = random_.below(4);
  unsigned last = bounds_[0] = header_;
  const unsigned length = kind == 0 ? config_.line_bytes : header_ + up_to(config_.line_bytes - header_);
  const unsigned alone = random_.one_in(6) ? up_to(n - 1) : n;
  for (unsigned w = 1; w < n; ++w) {
    if (alone < n) {
      bounds_[w] = w <= alone ? header_ : std::min(length, config_.line_bytes - 1);
      continue;
    }
    const unsigned room = std::min(length, config_.line_bytes - 1) - last;
    const unsigned share = 2 * room / (n - w + 1);
    last += random_.one_in(8) ? 0 : kind == 1 ? up_to(room) : std::min(room, up_to(share));
    bounds_[w] = last;
  }
  bounds_[n] = length;
}

/// A pointer just or far out of order, one beyond the stored bytes, or a line too short for its pointers, or
/// too long.
void BlockUnpackerBench::spoil_bounds() {
  const unsigned n = config_.ways, most = (1u << pointer_bits_) - 1;
  const unsigned kind = n == 1 ? 4 : random_.below(5);
  if (kind == 0) {
    bounds_[n] = up_to(header_);
    return;
  }
  if (kind == 4) {
    bounds_[n] = config_.line_bytes + 1 + (random_.one_in(2) ? 0 : up_to(254 - config_.line_bytes));
    return;
  }
  const unsigned w = 1 + random_.below(n - 1);
  if (kind == 1)
    bounds_[w] = bounds_[w - 1] - std::min(bounds_[w - 1], 1u);
  else if (kind == 2)
    bounds_[w] = up_to(most);
  else
    bounds_[n - 1] = std::min(most, bounds_[n] + 1 + (random_.one_in(2) ? up_to(8) : 0));
}

void BlockUnpackerBench::draw_line(PackedLine& line) {
  draw_bounds();
  if (random_.one_in(5)) spoil_bounds();
  line.length = static_cast<std::uint8_t>(bounds_[config_.ways]);
  std::array<unsigned char, e2mc::most_line_bytes> pointers{};
  e2mc::BitWriter writer(pointers);
  for (unsigned w = 1; w < config_.ways; ++w) writer.put(bounds_[w], pointer_bits_);
  // The bits that are left of the pointers' last byte are any.
  for (unsigned i = 0; i < header_; ++i) {
    const unsigned used = std::min(8u, static_cast<unsigned>(writer.bits()) - 8 * i);
    line.data[i] = static_cast<unsigned char>(pointers[i] | (line.data[i] & 0xffu >> used));
  }
  if (!random_.one_in(4) && line.length < config_.line_bytes)
    std::fill(line.data.begin() + std::max<unsigned>(line.length, header_),
              line.data.begin() + config_.line_bytes, static_cast<unsigned char>(0));
}

/// What the decoders say in the next cycle. True when a chunk is taken in this one.
bool BlockUnpackerBench::answer(DrivenPins in, PinValues out) {
  bool takes = false;
  for (unsigned w = 0; w < BlockUnpackerPins::most_ways; ++w) {
    DecoderReady& ready = reinterpret_cast<Level<DecoderReady>*>(in[1 + w])->payload;
    const bool offers = reinterpret_cast<const Beat<DecoderChunk>*>(out[9 + w])->valid;
    takes |= offers && ready.chunk;
    if (reinterpret_cast<const Beat<DecoderStart>*>(out[1 + w])->valid)
      busy_[w] = true;
    else if (busy_[w])
      busy_[w] = offers ? random_.below(64) >= ends_in_64_ : random_.one_in(2);
    ready.start = lawless_ ? random_.one_in(8) : !busy_[w];
    ready.chunk = lawless_ ? random_.one_in(2) : busy_[w] && random_.below(8) < asks_in_8_;
  }
  return takes;
}

bool BlockUnpackerBench::stimulate(DrivenPins in, PinValues out) {
  auto& line = *reinterpret_cast<Beat<PackedLine>*>(in[0]);
  const bool takes = answer(in, out);
  bool gives = line.valid;  // what it has for the decoders shows in the next cycle
  for (unsigned w = 0; w < config_.ways; ++w)
    gives |= reinterpret_cast<const Beat<DecoderStart>*>(out[1 + w])->valid ||
             reinterpret_cast<const Beat<DecoderChunk>*>(out[9 + w])->valid;
  // What stands on the pins without a valid means nothing.
  for (std::size_t i = 0; i < line.payload.data.size(); i += sizeof(std::uint64_t)) {
    const std::uint64_t word = random_();
    std::memcpy(&line.payload.data[i], &word, sizeof word);
  }
  line.payload.length = static_cast<std::uint8_t>(random_());
  line.valid = false;
  if (given_up_in_ > 0 && --given_up_in_ > 0) {
    if (gives) return takes;
    if (wait_ > 0) {
      --wait_;
      return takes;
    }
  }
  draw_line(line.payload);
  asks_in_8_ = random_.one_in(2) ? 8 : 1 + random_.below(8);
  ends_in_64_ = random_.one_in(4) ? random_.below(12) : 0;
  lawless_ = random_.one_in(8);
  wait_ = random_.one_in(2) ? 0 : random_.below(8);
  given_up_in_ = random_.one_in(2) ? 1 + random_.below(12) : 2000;
  return line.valid = true;
}

const Registration<CosimEntry> registration{cosim_entry<BlockUnpackerBench, BlockUnpackerCoverage>()};

}  // namespace
}  // namespace heddle
