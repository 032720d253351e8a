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
  if (stored.encoding == 0)
    std::copy_n(stored.bits.begin(), line.size(), line.begin());
  else
    cpack_restore(stored.bits, line, dictionary_values_);
}

}  // namespace heddle
