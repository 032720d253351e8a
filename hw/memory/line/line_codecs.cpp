// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/line/line_codecs.hpp"

#include <algorithm>

#include "models/base/error.hpp"

namespace heddle {

void put_layer(const StoredLine& stored, EdgePlace place, LineBits bits, LineFormat& format) {
  if (stored.encoding == 0) return;
  std::fill(std::copy_n(stored.bits.begin(), stored.length, bits.begin()), bits.end(), 0);
  format.of(place) = {stored.encoding, stored.length, stored.epoch};
}

StoredLine layer_of(std::span<const unsigned char, line_bytes> bits, EdgePlace place,
                    const LineFormat& format) {
  const LineFormat::Layer& layer = format.of(place);
  StoredLine stored{.length = layer.length, .encoding = layer.encoding, .epoch = layer.epoch};
  // The bits behind the line's length were not transferred.
  std::copy_n(bits.begin(), layer.length, stored.bits.begin());
  return stored;
}

void LineCodecs::encode(std::uint64_t line, LineBits bits, LineFormat& format, unsigned count) const {
  for (unsigned k = 0; k < count; ++k)
    if (of[k] != nullptr) put_layer(of[k]->encode_at(line, bits), static_cast<EdgePlace>(k), bits, format);
}

void LineCodecs::decode(LineBits bits, LineFormat& format) const {
  for (unsigned k = edge_places; k-- > 0;) {
    const auto place = static_cast<EdgePlace>(k);
    if (format.of(place).encoding == 0) continue;
    if (of[k] == nullptr)
      throw Error(
          {.what = "a line is encoded by an edge whose codec nobody has named", .value = std::to_string(k)});
    const StoredLine stored = layer_of(bits, place, format);
    of[k]->decode(stored, bits);
    format.of(place) = {};
  }
}

}  // namespace heddle
