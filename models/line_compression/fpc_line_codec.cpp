#include "models/line_compression/fpc_line_codec.hpp"

#include <algorithm>

namespace heddle {

StoredLine FpcLineCodec::encode(std::span<const unsigned char> line) const {
  const FpcLine compressed = fpc_compress(line, segment_words_);
  return {.bits = compressed.bytes,
          .length = static_cast<std::uint8_t>(compressed.length),
          .encoding = compressed.compressed};
}

void FpcLineCodec::decode(const StoredLine& stored, std::span<unsigned char> line) const {
  if (stored.encoding == 0)
    std::copy_n(stored.bits.begin(), line.size(), line.begin());
  else
    fpc_restore(stored.bits, line, segment_words_);
}

}  // namespace heddle
