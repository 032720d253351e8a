// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/fpc_line_codec.hpp"

#include <algorithm>

#include "models/line_compression/fpc_line_coder.hpp"
#include "models/line_compression/fpc_line_reader.hpp"
#include "models/line_compression/line_copy.hpp"

namespace heddle {
namespace fpc_line_codec {

[[gnu::target("avx2,bmi2")]] StoredLine encode_wide(std::span<const unsigned char> line) {
  const auto found = fpc_line_coder::find(wide::bytes_of_words(line), static_cast<unsigned>(line.size() / 4));
  StoredLine stored{.length = static_cast<std::uint8_t>(line.size())};
  if (found.all_bits <= 8 * (line.size() - 1))
    fpc_line_coder::pieces_of(line, found).write(stored);
  else
    copy_line(stored.bits.data(), line);
  return stored;
}

}  // namespace fpc_line_codec

StoredLine FpcLineCodec::encode(std::span<const unsigned char> line) const {
  if (wide_ && segment_words_ == 0) return fpc_line_codec::encode_wide(line);
  const FpcLine compressed = fpc_compress(line, segment_words_);
  return {.bits = compressed.bytes,
          .length = static_cast<std::uint8_t>(compressed.length),
          .encoding = compressed.compressed};
}

void FpcLineCodec::decode(const StoredLine& stored, std::span<unsigned char> line) const {
  if (stored.encoding == 0)
    std::copy_n(stored.bits.begin(), line.size(), line.begin());
  else if (segment_words_ == 0)
    fpc_line_reader::restore(stored.bits, line);
  else
    fpc_segments_restore(stored.bits, line, segment_words_);
}

}  // namespace heddle
