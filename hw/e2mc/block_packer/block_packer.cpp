// SPDX-License-Identifier: Apache-2.0
#include "hw/e2mc/block_packer/block_packer.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"

namespace heddle {

void BlockPackerConfig::validate() const {
  require_line_bytes(line_bytes);
  if (!std::has_single_bit(ways))
    throw Error({.what = "a line cannot be decoded in so many ways",
                 .value = std::to_string(ways),
                 .legal = "1, 2, 4, 8",
                 .key = "ways"});
  if ((granularity != 32 && granularity != 64) || granularity >= line_bytes)
    throw Error({.what = "a burst cannot have so many bytes",
                 .value = std::to_string(granularity),
                 .legal = "32, or 64 of a line of 128",
                 .key = "granularity"});
}

void BlockPacker::begin(const UncompressedLine& line) {
  line_ = line.data;
  packer_.emplace(config_.line_bytes, config_.ways);
  packer_->begin_way();
  packed_ = 0;
  uncodable_ = false;
}

bool BlockPacker::take(const CompressedBits& b) {
  if (!packer_) return false;
  const unsigned most = config_.max_code_bits, chunk = std::min<unsigned>(b.count.value, most),
                 rest = b.count.value - chunk;
  if (rest > most) throw Error({.place = name(), .what = "more bits come than there are pins for"});
  packer_->put(b.chunk.value >> (most - chunk), chunk);
  packer_->put(b.rest.value >> (most - rest), rest);
  if (!b.last) return false;
  uncodable_ |= b.uncodable;
  if (++packed_ == config_.ways) return true;
  packer_->begin_way();
  return false;
}

CompressedLine BlockPacker::stored() {
  const std::span<const unsigned char> line(line_.data(), config_.line_bytes);
  const e2mc::HuffmanLine l =
      uncodable_ ? e2mc::uncompressed_line(line) : packer_->stored(line, config_.granularity);
  packer_.reset();
  return {l.bytes, static_cast<std::uint8_t>(l.length), l.compressed};
}

Cycle BlockPacker::tick(Cycle now) {
  if (io.in_reset()) {
    packer_.reset();
    io.stored.put({});
    return never;
  }
  if (io.start.valid()) begin(io.start.payload());
  const bool complete = io.bits.valid() && take(io.bits.payload());
  Beat<CompressedLine>& shown = io.stored.next();
  if (complete) shown.payload = stored();
  if (std::exchange(shown.valid, complete) || complete) io.stored.commit();
  return complete || io.start.valid() || io.bits.valid() ? now + 1 : never;
}

static const Registration<BlockEntry> registration{block_entry<BlockPacker>("e2mc")};

}  // namespace heddle
