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

void E2mcLineCodec::set(std::shared_ptr<const e2mc::CodeTable> code) {
  coder_.emplace(*code, config_);
  code_ = std::move(code);
}

StoredLine E2mcLineCodec::encode(std::span<const unsigned char> line) const {
  return stored_line(coder_ ? coder_->encode(line) : e2mc::uncompressed_line(line));
}

void E2mcLineCodec::decode(const StoredLine& stored, std::span<unsigned char> line) const {
  if (!coder_) throw Error({.place = "e2mc", .what = "a line is to be decoded, and there is no code"});
  const auto restored = coder_->decode(std::span(stored.bits).first(stored.length), line.size());
  std::copy_n(restored.bytes.begin(), line.size(), line.begin());
}

}  // namespace heddle
