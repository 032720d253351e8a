// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/cpack_line_codec.hpp"

#include <algorithm>

#include "models/line_compression/cpack_ahead_coder.hpp"
#include "models/line_compression/cpack_line_coder.hpp"
#include "models/line_compression/cpack_line_reader.hpp"
#include "models/line_compression/line_copy.hpp"

namespace heddle {
namespace cpack_line_codec {

StoredLine stored_line(const CpackLine& compressed) {
  return {.bits = compressed.bytes,
          .length = static_cast<std::uint8_t>(compressed.length),
          .encoding = compressed.compressed};
}

[[gnu::target("avx2,bmi2")]] StoredLine encode_wide(std::span<const unsigned char> line) {
  cpack_line_coder::Words found;
  StoredLine stored{.length = static_cast<std::uint8_t>(line.size())};
  const auto bytes = static_cast<unsigned>(line.size());
  switch (cpack_line_coder::find(line, wide::bytes_of_words(line), 8 * (bytes - 1), found)) {
    case cpack_line_coder::Found::stream:
      cpack_line_coder::pieces_of(line, found).write(stored);
      break;
    case cpack_line_coder::Found::longer_one:
      copy_line(stored.bits.data(), line);
      break;
    case cpack_line_coder::Found::not_known:
      stored = stored_line(cpack_line_compress(line));
  }
  return stored;
}

[[gnu::target("avx2,bmi2")]] StoredLine encode_ahead_wide(std::span<const unsigned char> line) {
  StoredLine stored{.length = static_cast<std::uint8_t>(line.size())};
  if (!cpack_ahead_coder::encode(line, stored)) copy_line(stored.bits.data(), line);
  return stored;
}

}  // namespace cpack_line_codec

StoredLine CpackLineCodec::encode(std::span<const unsigned char> line) const {
  using namespace cpack_line_codec;
  if (wide_) return dictionary_values_ == cpack_ahead_values ? encode_ahead_wide(line) : encode_wide(line);
  return stored_line(cpack_compress(line, dictionary_values_));
}

void CpackLineCodec::decode(const StoredLine& stored, std::span<unsigned char> line) const {
  if (stored.encoding == 0)
    std::copy_n(stored.bits.begin(), line.size(), line.begin());
  else if (dictionary_values_ == cpack_original_values)
    cpack_line_reader::restore(stored.bits, line);
  else
    cpack_restore(stored.bits, line, dictionary_values_);
}

}  // namespace heddle
