#include "models/line_compression/best_line_codec.hpp"

#include <algorithm>

#include "models/line_compression/fpc_line.hpp"

namespace heddle {

BestRestoredLine best_line_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes,
                                      BdiBase base, unsigned cpack_values) {
  const auto restored = [](const auto& line) { return BestRestoredLine{line.bytes, line.corrupt}; };
  if (!compressed) return restored(bdi_line_decompress(stored, false, line_bytes, base));
  const auto opened = best_line_open(stored);
  if (!opened) return {.bytes = {}, .corrupt = true};
  switch (opened->codec) {
    case BestCodec::bdi:
      break;
    case BestCodec::fpc:
      return restored(fpc_line_decompress(opened->bytes, true, line_bytes));
    case BestCodec::cpack:
      return restored(cpack_decompress(opened->bytes, true, line_bytes, cpack_values));
  }
  return restored(bdi_line_decompress(opened->bytes, true, line_bytes, base));
}

StoredLine BestLineCodec::encode(std::span<const unsigned char> line) const {
  const BdiLine bdi = bdi_line_compress(line, base_);
  const FpcLine fpc = fpc_line_compress(line);
  const CpackLine cpack = cpack_compress(line, cpack_values_);
  const BestLine best = best_line_select(line,
                                         {{{bdi.bytes, bdi.length, bdi.compressed},
                                           {fpc.bytes, fpc.length, fpc.compressed},
                                           {cpack.bytes, cpack.length, cpack.compressed}}},
                                         rule_);
  return {.bits = best.bytes, .length = static_cast<std::uint8_t>(best.length), .encoding = best.compressed};
}

void BestLineCodec::decode(const StoredLine& stored, std::span<unsigned char> line) const {
  const BestRestoredLine restored = best_line_decompress(
      stored.bits, stored.encoding != 0, static_cast<unsigned>(line.size()), base_, cpack_values_);
  std::copy_n(restored.bytes.begin(), line.size(), line.begin());
}

}  // namespace heddle
