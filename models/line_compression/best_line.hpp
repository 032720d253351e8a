// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "models/line_compression/bdi_line.hpp"

// The smallest of what several codecs make of a line ("BestOfAll" of Vijaykumar2015, section 7.3 and Fig.
// 13).
//
// The paper assumes that the selection costs nothing. Here it costs what it needs: a decoder gets only the
// stored bytes and the bits that say that the line is compressed, so the first stored byte says which codec
// made the line.
//
//   codec    bits 4..3 of byte 0   stored bytes
//   bdi               0            BDI's own: the first is its encoding, whose bits 7..3 are zero
//   fpc               1            one byte, whose other bits are zero; from the second on FPC's own
//   cpack             2            one byte, whose other bits are zero; from the second on C-Pack's own
//
// So BDI pays nothing: its first byte has room. FPC and C-Pack, whose streams have no unused bits, pay a byte
// each. It counts in the length. Hardware needs no shifter for it: a byte's place depends on the codec alone.
//
// Lengths are compared in granules, the bursts of memory. A codec is eligible if its line takes fewer
// granules than the line itself. The eligible codec whose line takes the fewest granules is chosen. Of those
// that take as many, or at most `margin` more, it is the one with the lowest decompression latency; of
// equally fast ones, the one with the lower number. The paper leaves such a rule to future work. If none is
// eligible, the line stays as it is.

namespace heddle {

enum class BestCodec : std::uint8_t { bdi, fpc, cpack };
inline constexpr unsigned best_codecs = 3;
std::string_view name(BestCodec codec);

/// Bytes ahead of the codec's own.
constexpr unsigned best_tag_bytes(BestCodec codec) { return codec == BestCodec::bdi ? 0 : 1; }
/// The first stored byte of FPC and C-Pack; for BDI, zero in those bits.
constexpr unsigned char best_tag(BestCodec codec) {
  return static_cast<unsigned char>(static_cast<unsigned>(codec) << 3);
}

/// What a codec's compressor makes of a line.
struct BestCandidate {
  const LineBytes& bytes;
  unsigned length;  ///< bytes, without a tag
  bool compressed;
};
using BestCandidates = std::array<BestCandidate, best_codecs>;

struct BestRule {
  unsigned granularity = 32;                                          ///< bytes of a granule, a power of two
  unsigned margin = 0;                                                ///< granules
  std::array<unsigned, best_codecs> decompression_latency{1, 10, 8};  ///< cycles

  /// Is `a` taken where both may be?
  bool before(BestCodec a, BestCodec b) const;
};

/// Granules of the candidate's line with its tag; none if it is not compressed, or takes as many as the line.
std::optional<unsigned> best_granules(BestCodec codec, const BestCandidate& candidate, unsigned line_bytes,
                                      unsigned granularity);

/// A line as it is stored.
struct BestLine {
  LineBytes bytes{};
  unsigned length = 0;
  bool compressed = false;

  bool operator==(const BestLine&) const = default;
};

/// The chosen candidate with its tag, or the line as it is.
BestLine best_line_select(std::span<const unsigned char> line, const BestCandidates& candidates,
                          const BestRule& rule);

/// What a codec's decompressor gets of stored bytes.
struct BestStored {
  BestCodec codec = BestCodec::bdi;
  LineBytes bytes{};

  bool operator==(const BestStored&) const = default;
};

/// The codec that the stored bytes of a compressed line name, and its own bytes; none if they name no codec,
/// or the byte in front of FPC's or C-Pack's has other bits.
std::optional<BestStored> best_line_open(const LineBytes& stored);

}  // namespace heddle
