// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/line_packer.hpp"

#include <algorithm>

namespace heddle::e2mc {

LinePacker::LinePacker(std::size_t line_bytes, unsigned ways)
    : pointer_bits_(pointer_bits(line_bytes, ways)) {
  codewords_.skip((ways - 1) * pointer_bits_);
}

void LinePacker::begin_way() {
  codewords_.to_whole_byte();
  if (!first_) pointers_.put(static_cast<std::uint32_t>(codewords_.bits() / 8), pointer_bits_);
  first_ = false;
}

HuffmanLine LinePacker::stored(std::span<const unsigned char> line, unsigned granularity) const {
  const std::size_t bytes = (codewords_.bits() + 7) / 8;
  if (bytes + granularity > line.size()) return uncompressed_line(line);
  return {.bytes = bytes_, .length = static_cast<unsigned>(bytes), .compressed = true};
}

HuffmanLine uncompressed_line(std::span<const unsigned char> line) {
  HuffmanLine stored{.length = static_cast<unsigned>(line.size())};
  std::copy(line.begin(), line.end(), stored.bytes.begin());
  return stored;
}

}  // namespace heddle::e2mc
