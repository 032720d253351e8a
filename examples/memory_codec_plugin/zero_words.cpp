// SPDX-License-Identifier: Apache-2.0
// What `heddle run --plugin ... --set line_compression.what=zero_words` takes: the codec, its blocks at an
// edge of memory, and what they cost.
#include "zero_words.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "hw/line_compression/line_blocks.hpp"
#include "hw/line_compression/line_codec_energy.hpp"
#include "hw/line_compression/line_compressor.hpp"
#include "models/base/config.hpp"
#include "models/base/plugin.hpp"
#include "models/base/registry.hpp"
#include "zero_word_blocks.hpp"

HEDDLE_PLUGIN

namespace mine {

heddle::CompressedLine without_zeros(std::span<const unsigned char> line) {
  heddle::CompressedLine stored;
  std::uint32_t marks = 0;
  unsigned length = sizeof(marks);
  for (unsigned w = 0; w < line.size() / 4; ++w) {
    const auto word = line.subspan(4 * w, 4);
    if (std::ranges::all_of(word, [](unsigned char byte) { return byte == 0; })) continue;
    if (length + 4 >= line.size()) {  // it does not become shorter
      std::ranges::copy(line, stored.data.begin());
      stored.length = static_cast<std::uint8_t>(line.size());
      return stored;
    }
    marks |= 1u << w;
    std::ranges::copy(word, stored.data.begin() + length);
    length += 4;
  }
  std::memcpy(stored.data.data(), &marks, sizeof(marks));
  stored.length = static_cast<std::uint8_t>(length);
  stored.compressed = true;
  return stored;
}

heddle::RestoredLine with_zeros(const heddle::LineBytes& stored, bool compressed, unsigned length) {
  heddle::RestoredLine line;
  if (!compressed) {
    std::copy_n(stored.begin(), length, line.data.begin());
    return line;
  }
  std::uint32_t marks = 0;
  std::memcpy(&marks, stored.data(), sizeof(marks));
  unsigned at = sizeof(marks);
  for (unsigned w = 0; w < length / 4; ++w)
    if ((marks >> w & 1) != 0 && at < length) {
      std::copy_n(stored.begin() + at, 4, line.data.begin() + 4 * w);
      at += 4;
    }
  const heddle::CompressedLine again = without_zeros(std::span(line.data).first(length));
  line.corrupt = !again.compressed || again.data != stored;
  return line;
}

namespace {

class Codec final : public heddle::LineCodec {
  heddle::StoredLine encode(std::span<const unsigned char> line) const override {
    const heddle::CompressedLine stored = without_zeros(line);
    return {.bits = stored.data, .length = stored.length, .encoding = stored.compressed};
  }
  void decode(const heddle::StoredLine& stored, std::span<unsigned char> line) const override {
    const heddle::RestoredLine restored =
        with_zeros(stored.bits, stored.encoding != 0, static_cast<unsigned>(line.size()));
    std::copy_n(restored.data.begin(), line.size(), line.begin());
  }
};

struct Config {
  unsigned compression_latency = 2;
  unsigned decompression_latency = 2;
  double compression_pj = 0;
  double decompression_pj = 0;

  static constexpr auto parameters() {
    return std::tuple{
        heddle::parameter(&Config::compression_latency, "compression_latency", "cycles", 1u, 4u,
                          "a user's choice", "latency of a compressor"),
        heddle::parameter(&Config::decompression_latency, "decompression_latency", "cycles", 1u, 4u,
                          "a user's choice", "latency of a decompressor"),
        heddle::parameter(&Config::compression_pj, "compression_pj", "pJ", 0.0, 1000.0,
                          "heddle estimate zero_word_compressor", "of a line that is compressed"),
        heddle::parameter(&Config::decompression_pj, "decompression_pj", "pJ", 0.0, 1000.0,
                          "heddle estimate zero_word_decompressor", "of a line that is decompressed")};
  }
};

constexpr const char* section = "line_compression.zero_words";

heddle::LineCompressor make(const heddle::ConfigTree& tree) {
  const auto config = heddle::resolve<Config>(tree, section);
  return {.codec = std::make_shared<Codec>(),
          .blocks =
              [config](heddle::LineWork work, unsigned granularity, const heddle::EdgeParts& parts) {
                return std::make_unique<heddle::LineBlocks<ZeroWordCompressor, ZeroWordDecompressor>>(
                    sc_core::sc_gen_unique_name("line_blocks"),
                    ZeroWordConfig{.latency = config.compression_latency},
                    ZeroWordConfig{.latency = config.decompression_latency}, work, granularity, parts);
              },
          .energy = heddle::line_energy(config.compression_pj, config.decompression_pj),
          .decompressors = heddle::decompressor("zero_word_decompressor", config.decompression_pj)};
}

const heddle::Registration<heddle::ConfigSection> described{heddle::config_section<Config>(section)};
const heddle::Registration<heddle::LineCompressorEntry> registration{
    heddle::LineCompressorEntry{"zero_words", "words that are zero are left out", make}};

}  // namespace
}  // namespace mine
