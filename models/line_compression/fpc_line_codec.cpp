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
  const FpcRestoredLine restored =
      fpc_decompress(stored.bits, stored.encoding != 0, static_cast<unsigned>(line.size()), segment_words_);
  std::copy_n(restored.bytes.begin(), line.size(), line.begin());
}

}  // namespace heddle
