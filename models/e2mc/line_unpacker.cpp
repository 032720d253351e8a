// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/line_unpacker.hpp"

namespace heddle::e2mc {

bool LineUnpacker::open(const Line& stored, unsigned length) {
  line_ = stored;
  layout_ = {};
  if (length <= line_bytes_) layout_ = ways_of(std::span(line_).first(length), line_bytes_, ways_);
  if (!layout_.legal) layout_.ways = {};
  return layout_.legal;
}

unsigned LineUnpacker::bits(unsigned way) const {
  const WayBits& w = layout_.ways[way];
  return w.first < w.end ? static_cast<unsigned>(w.end - w.first) : 0;
}

std::uint32_t LineUnpacker::next(unsigned way) {
  std::size_t& bit = layout_.ways[way].first;
  std::uint32_t chunk = 0;
  for (unsigned i = 0; i < chunk_bits_; ++i, ++bit) {
    const unsigned byte = bit < line_bytes_ * 8 ? line_[bit / 8] : 0u;
    chunk = chunk << 1 | (byte >> (7 - bit % 8) & 1);
  }
  return chunk;
}

}  // namespace heddle::e2mc
