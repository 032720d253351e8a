#include "models/line_compression/best_line_codec.hpp"

#include <algorithm>

namespace heddle {

BestRestoredLine best_line_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes,
                                      const BestLayouts& layouts) {
  const auto restored = [](const auto& line) { return BestRestoredLine{line.bytes, line.corrupt}; };
  if (!compressed) return restored(bdi_line_decompress(stored, false, line_bytes, layouts.bdi_base));
  const auto opened = best_line_open(stored);
  if (!opened) return {.bytes = {}, .corrupt = true};
  switch (opened->codec) {
    case BestCodec::bdi:
      break;
    case BestCodec::fpc:
      return restored(fpc_decompress(opened->bytes, true, line_bytes, layouts.fpc_segment_words));
    case BestCodec::cpack:
      return restored(cpack_decompress(opened->bytes, true, line_bytes, layouts.cpack_values));
  }
  return restored(bdi_line_decompress(opened->bytes, true, line_bytes, layouts.bdi_base));
}

StoredLine BestLineCodec::encode(std::span<const unsigned char> line) const {
  const BdiLine bdi = bdi_line_compress(line, layouts_.bdi_base);
  const auto granules = best_granules(BestCodec::bdi, {bdi.bytes, bdi.length, bdi.compressed},
                                      static_cast<unsigned>(line.size()), rule_.granularity);
  // None takes fewer granules than one.
  if (granules == 1 && rule_.before(BestCodec::bdi, BestCodec::fpc) &&
      rule_.before(BestCodec::bdi, BestCodec::cpack))
    return {.bits = bdi.bytes, .length = static_cast<std::uint8_t>(bdi.length), .encoding = 1};
  const FpcLine fpc = fpc_compress(line, layouts_.fpc_segment_words);
  const CpackLine cpack = cpack_compress(line, layouts_.cpack_values);
  const BestLine best = best_line_select(line,
                                         {{{bdi.bytes, bdi.length, bdi.compressed},
                                           {fpc.bytes, fpc.length, fpc.compressed},
                                           {cpack.bytes, cpack.length, cpack.compressed}}},
                                         rule_);
  return {.bits = best.bytes, .length = static_cast<std::uint8_t>(best.length), .encoding = best.compressed};
}

void BestLineCodec::decode(const StoredLine& stored, std::span<unsigned char> line) const {
  if (stored.encoding == 0) {
    std::copy_n(stored.bits.begin(), line.size(), line.begin());
    return;
  }
  const auto opened = best_line_open(stored.bits);
  if (!opened) {
    std::fill(line.begin(), line.end(), static_cast<unsigned char>(0));
  } else if (opened->codec == BestCodec::fpc) {
    fpc_restore(opened->bytes, line, layouts_.fpc_segment_words);
  } else if (opened->codec == BestCodec::cpack) {
    cpack_restore(opened->bytes, line, layouts_.cpack_values);
  } else {
    const auto restored =
        bdi_line_decompress(opened->bytes, true, static_cast<unsigned>(line.size()), layouts_.bdi_base);
    std::copy_n(restored.bytes.begin(), line.size(), line.begin());
  }
}

}  // namespace heddle
