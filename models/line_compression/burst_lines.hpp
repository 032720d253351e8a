// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>

#include "models/line/line_codec.hpp"

namespace heddle {

/// The line as memory stores it (Lal2017 section III-C; Vijaykumar2015 section 5.3.2). A compressed line
/// takes a whole number of bursts of `granularity` bytes. Where that is as many as the line itself takes, the
/// line is stored uncompressed. So two bits of metadata are enough: the number of bursts, or "uncompressed".
inline StoredLine in_bursts(const StoredLine& compressed, std::span<const unsigned char> line,
                            unsigned granularity) {
  const std::size_t bytes =
      (std::max<std::size_t>(compressed.length, 1) + granularity - 1) / granularity * granularity;
  StoredLine stored = compressed;
  if (compressed.encoding != 0 && bytes < line.size()) {
    stored.length = static_cast<std::uint8_t>(bytes);
    return stored;
  }
  stored = {.length = static_cast<std::uint8_t>(line.size())};
  std::copy(line.begin(), line.end(), stored.bits.begin());
  return stored;
}

/// Another codec, whose lines are stored in bursts.
class BurstCodec final : public LineCodec {
 public:
  BurstCodec(std::shared_ptr<const LineCodec> codec, unsigned granularity)
      : codec_(std::move(codec)), granularity_(granularity) {}

  StoredLine encode(std::span<const unsigned char> line) const override {
    return in_bursts(codec_->encode(line), line, granularity_);
  }
  StoredLine encode_at(std::uint64_t address, std::span<const unsigned char> line) const override {
    return in_bursts(codec_->encode_at(address, line), line, granularity_);
  }
  void decode(const StoredLine& stored, std::span<unsigned char> line) const override {
    codec_->decode(stored, line);
  }

 private:
  const std::shared_ptr<const LineCodec> codec_;
  const unsigned granularity_;
};

}  // namespace heddle
