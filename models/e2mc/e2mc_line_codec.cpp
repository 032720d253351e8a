// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/e2mc_line_codec.hpp"

#include <algorithm>

#include "models/base/error.hpp"
#include "models/e2mc/code_number.hpp"
#include "models/e2mc/line_packer.hpp"

namespace heddle {

StoredLine stored_line(const e2mc::HuffmanLine& line) {
  return {.bits = line.bytes,
          .length = static_cast<std::uint8_t>(line.length),
          .encoding = static_cast<std::uint8_t>(line.compressed)};
}

StoredLine E2mcLineCodec::encode_with(unsigned code, std::span<const unsigned char> line) const {
  if (coders_.empty()) return stored_line(e2mc::uncompressed_line(line));
  StoredLine stored = stored_line(coders_.at(code).encode(line));
  if (stored.encoding != 0)
    e2mc::put_code_number(stored.bits, static_cast<unsigned>(line.size()), config_.ways, code);
  return stored;
}

void E2mcLineCodec::decode(const StoredLine& stored, std::span<unsigned char> line) const {
  if (coders_.empty())
    throw Error({.place = "e2mc", .what = "a line is to be decoded, and there is no code"});
  // Where there is one code only, its number is not read.
  const std::size_t code =
      coders_.size() == 1 ? 0
                          : e2mc::code_number(stored.bits, static_cast<unsigned>(line.size()), config_.ways);
  const auto restored = code < coders_.size()
                            ? coders_[code].decode(std::span(stored.bits).first(stored.length), line.size())
                            : e2mc::RestoredLine{.corrupt = true};
  std::copy_n(restored.bytes.begin(), line.size(), line.begin());
}

}  // namespace heddle
