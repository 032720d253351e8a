#include "models/line_compression/cpack_line_codec.hpp"

#include <algorithm>

namespace heddle {

StoredLine CpackLineCodec::encode(std::span<const unsigned char> line) const {
  const CpackLine compressed = cpack_compress(line, dictionary_values_);
  return {.bits = compressed.bytes,
          .length = static_cast<std::uint8_t>(compressed.length),
          .encoding = compressed.compressed};
}

void CpackLineCodec::decode(const StoredLine& stored, std::span<unsigned char> line) const {
  if (dictionary_values_ == cpack_ahead_values && stored.encoding != 0) {
    cpack_ahead_restore(stored.bits, line);
    return;
  }
  const CpackRestoredLine restored =
      cpack_line_decompress(stored.bits, stored.encoding != 0, static_cast<unsigned>(line.size()));
  std::copy_n(restored.bytes.begin(), line.size(), line.begin());
}

}  // namespace heddle
