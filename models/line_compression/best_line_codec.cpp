// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/best_line_codec.hpp"

#include <algorithm>

#include "models/line_compression/bdi_line_coder.hpp"
#include "models/line_compression/best_line_coder.hpp"
#include "models/line_compression/cpack_line_reader.hpp"
#include "models/line_compression/fpc_line_reader.hpp"

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
  StoredLine stored;
  if (!wide_ || !best_line_coder::encode(line, rule_, layouts_.bdi_base, stored)) stored = encode_all(line);
  return stored;
}

StoredLine BestLineCodec::encode_all(std::span<const unsigned char> line) const {
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
  const auto behind_tag = std::span(stored.bits).subspan(1);
  if (stored.bits[0] == best_tag(BestCodec::fpc)) {
    if (layouts_.fpc_segment_words == 0)
      fpc_line_reader::restore(behind_tag, line);
    else
      fpc_restore(best_line_open(stored.bits)->bytes, line, layouts_.fpc_segment_words);
  } else if (stored.bits[0] == best_tag(BestCodec::cpack)) {
    if (layouts_.cpack_values == cpack_original_values)
      cpack_line_reader::restore(behind_tag, line);
    else
      cpack_restore(best_line_open(stored.bits)->bytes, line, layouts_.cpack_values);
  } else if ((stored.bits[0] >> 3 & 3) == 0) {
    bdi_line_coder::restore(stored.bits, line);
  } else {
    std::fill(line.begin(), line.end(), static_cast<unsigned char>(0));
  }
}

}  // namespace heddle
