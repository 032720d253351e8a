#include "models/line_compression/bdi_line_codec.hpp"

#include <algorithm>

namespace heddle {

StoredLine BdiLineCodec::encode(std::span<const unsigned char> line) const {
  const BdiLine compressed = bdi_line_compress(line, base_);
  return {.bits = compressed.bytes,
          .length = static_cast<std::uint8_t>(compressed.length),
          .encoding = compressed.compressed};
}

void BdiLineCodec::decode(const StoredLine& stored, std::span<unsigned char> line) const {
  const BdiRestoredLine restored =
      bdi_line_decompress(stored.bits, stored.encoding != 0, static_cast<unsigned>(line.size()), base_);
  std::copy_n(restored.bytes.begin(), line.size(), line.begin());
}

}  // namespace heddle
