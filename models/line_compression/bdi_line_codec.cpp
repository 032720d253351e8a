#include "models/line_compression/bdi_line_codec.hpp"

#include <algorithm>

#include "models/base/config.hpp"
#include "models/base/registry.hpp"

namespace heddle {

StoredLine BdiLineCodec::encode(std::span<const unsigned char> line) const {
  const BdiLine compressed = bdi_line_compress(line, base_);
  return {.bits = compressed.bytes,
          .length = static_cast<std::uint8_t>(compressed.length),
          .encoding = compressed.compressed ? std::uint8_t{1} : std::uint8_t{0}};
}

void BdiLineCodec::decode(const StoredLine& stored, std::span<unsigned char> line) const {
  const BdiRestoredLine restored =
      bdi_line_decompress(stored.bits, stored.encoding != 0, static_cast<unsigned>(line.size()), base_);
  std::copy_n(restored.bytes.begin(), line.size(), line.begin());
}

static const Registration<LineCodecEntry> registration{
    LineCodecEntry{.name = "bdi",
                   .description = "base-delta-immediate compression with two bases, one of them zero",
                   .parameters = describe<BdiLineCodecConfig>("bdi"),
                   .make = [](const ConfigTree& tree) -> std::shared_ptr<const LineCodec> {
                     return std::make_shared<BdiLineCodec>(resolve<BdiLineCodecConfig>(tree, "bdi"));
                   }}};

}  // namespace heddle
