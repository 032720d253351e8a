#pragma once

#include <memory>

#include "hw/memory/line/line_format.hpp"
#include "models/line/line_codec.hpp"

namespace heddle {

using LineBits = std::span<unsigned char, line_bytes>;

/// Puts what a codec made of a line into its bits and its format.
void put_layer(const StoredLine& stored, EdgePlace place, LineBits bits, LineFormat& format);
/// What the edge at `place` has made of a line: as many bits as it is long, and the layer's metadata.
StoredLine layer_of(std::span<const unsigned char, line_bytes> bits, EdgePlace place,
                    const LineFormat& format);

/// The codecs of a machine's edges, for whoever holds lines that an edge above has encoded and must work on a
/// part of one.
struct LineCodecs {
  std::array<std::shared_ptr<const LineCodec>, edge_places> of{};
  unsigned l2_decode_cycles = 1;  ///< of the L2, to decode a line of which a part is wanted

  bool any() const { return of[0] != nullptr || of[1] != nullptr || of[2] != nullptr; }
  /// Encodes an unencoded line as the first `count` edges do, one after the other: for the host's copies.
  void encode(LineBits bits, LineFormat& format, unsigned count) const;
  /// Makes the line unencoded: takes off all layers, the lowest first.
  void decode(LineBits bits, LineFormat& format) const;
};

}  // namespace heddle
