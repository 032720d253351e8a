// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "hw/memory/line/line_format.hpp"
#include "models/line/line_codec.hpp"

namespace heddle {

using LineBits = std::span<unsigned char, line_bytes>;

/// Stores the output of the codec at `place`: its bits in `bits`, its metadata as a layer of `format`.
void put_layer(const StoredLine& stored, EdgePlace place, LineBits bits, LineFormat& format);
/// The line as the codec at `place` has encoded it, from its bits and the layer in its format.
StoredLine layer_of(std::span<const unsigned char, line_bytes> bits, EdgePlace place,
                    const LineFormat& format);

/// The codecs of a machine's edges, for a unit that must access a part of a line that an edge above has
/// encoded.
struct LineCodecs {
  std::array<std::shared_ptr<const LineCodec>, edge_places> of{};
  unsigned l2_decode_cycles = 1;  ///< of the L2, to decode a line of which a part is wanted

  bool any() const { return of[0] != nullptr || of[1] != nullptr || of[2] != nullptr; }
  /// Encodes the unencoded line at this address as the first `count` edges do, one after the other: for the
  /// host's copies.
  void encode(std::uint64_t line, LineBits bits, LineFormat& format, unsigned count) const;
  /// Makes the line unencoded: takes off all layers, the lowest first.
  void decode(LineBits bits, LineFormat& format) const;
};

}  // namespace heddle
