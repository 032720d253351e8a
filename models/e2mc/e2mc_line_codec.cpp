#include "models/e2mc/e2mc_line_codec.hpp"

#include <algorithm>

#include "models/base/error.hpp"
#include "models/e2mc/line_packer.hpp"

namespace heddle {

StoredLine stored_line(const e2mc::HuffmanLine& line) {
  return {.bits = line.bytes,
          .length = static_cast<std::uint8_t>(line.length),
          .encoding = static_cast<std::uint8_t>(line.compressed)};
}

StoredLine E2mcLineCodec::encode(std::span<const unsigned char> line) const {
  return stored_line(code_ == nullptr ? e2mc::uncompressed_line(line)
                                      : e2mc::encode_line(line, *code_, config_));
}

void E2mcLineCodec::decode(const StoredLine& stored, std::span<unsigned char> line) const {
  if (code_ == nullptr)
    throw Error({.place = "e2mc", .what = "a line is to be decoded, and there is no code"});
  const auto restored =
      e2mc::decode_line(std::span(stored.bits).first(stored.length), line.size(), *code_, config_.ways);
  std::copy_n(restored.bytes.begin(), line.size(), line.begin());
}

}  // namespace heddle
