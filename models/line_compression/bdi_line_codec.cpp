// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/bdi_line_codec.hpp"

#include <algorithm>

#include "models/line_compression/bdi_line_coder.hpp"
#include "models/line_compression/line_copy.hpp"

namespace heddle {

StoredLine BdiLineCodec::encode(std::span<const unsigned char> line) const {
  const auto encoding = bdi_line_coder::encoding_of(line, base_);
  StoredLine stored{.length = static_cast<std::uint8_t>(line.size()), .encoding = encoding.has_value()};
  if (encoding) {
    stored.length = static_cast<std::uint8_t>(bdi_line_coder::length_of(*encoding, line.size()));
    bdi_line_coder::write(line, *encoding, base_, stored.bits.data());
  } else {
    copy_line(stored.bits.data(), line);
  }
  return stored;
}

void BdiLineCodec::decode(const StoredLine& stored, std::span<unsigned char> line) const {
  if (stored.encoding == 0)
    std::copy_n(stored.bits.begin(), line.size(), line.begin());
  else
    bdi_line_coder::restore(stored.bits, line);
}

}  // namespace heddle
