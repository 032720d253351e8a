// SPDX-License-Identifier: Apache-2.0
#include "models/warped_compression/bdi.hpp"

#include <bit>
#include <cstring>
#include <type_traits>

namespace heddle {

static_assert(std::endian::native == std::endian::little,
              "registers are read and written as little-endian bytes");

namespace {

using enum BdiEncoding;

/// From the best to the worst.
constexpr std::array preference{base4_delta0, base8_delta0, base8_delta1, base4_delta1,
                                base8_delta2, base4_delta2, base8_delta4};

constexpr unsigned bytes_used(BdiEncoding e) { return bdi_bytes(shape(e).base, shape(e).delta); }
constexpr bool best_comes_first() {
  for (std::size_t i = 1; i < preference.size(); ++i) {
    const BdiEncoding a = preference[i - 1], b = preference[i];
    if (banks(a) > banks(b) || (banks(a) == banks(b) && shape(a).base >= shape(b).base)) return false;
    if (bytes_used(a) >= bytes_used(b)) return false;
  }
  return true;
}
static_assert(best_comes_first());

/// A register, or its deltas, by chunks of an unsigned type.
template <class Chunk>
using Chunks = std::array<Chunk, sizeof(WarpRegister) / sizeof(Chunk)>;

template <class Chunk>
Chunks<Chunk> subtract(const WarpRegister& lanes) {
  auto chunks = std::bit_cast<Chunks<Chunk>>(lanes);
  const Chunk base = chunks[0];
  for (Chunk& chunk : chunks) chunk -= base;
  return chunks;
}

/// What a delta has outside of the two's complement range of `bytes` bytes: adding half of the range to one
/// inside of it leaves no bit above.
template <unsigned bytes, class Chunk>
Chunk outside(Chunk delta) {
  if constexpr (bytes == 0)
    return delta;
  else
    return (delta + (Chunk{1} << (8 * bytes - 1))) & ~((Chunk{1} << 8 * bytes) - 1);
}

/// Bit k: all deltas fit into the k-th number of bytes.
template <class Chunk, unsigned... bytes>
unsigned fits(const WarpRegister& lanes) {
  const Chunks<Chunk> deltas = subtract<Chunk>(lanes);
  std::array<Chunk, sizeof...(bytes)> above{};
  for (const Chunk delta : deltas) {
    std::size_t k = 0;
    ((above[k++] |= outside<bytes>(delta)), ...);
  }
  unsigned all = 0;
  for (std::size_t k = 0; k < above.size(); ++k) all |= unsigned{above[k] == 0} << k;
  return all;
}

template <class Chunk, class Delta>
WarpRegister pack(const WarpRegister& lanes) {
  const Chunks<Chunk> deltas = subtract<Chunk>(lanes);
  // The whole arrays are converted so that the loop has no odd start; the base's own delta is not stored.
  std::array<Delta, std::tuple_size_v<Chunks<Chunk>>> narrow;
  for (std::size_t i = 0; i < narrow.size(); ++i) narrow[i] = static_cast<Delta>(deltas[i]);
  WarpRegister data;
  std::memcpy(data.lane.data(), lanes.lane.data(), sizeof(Chunk));
  std::memcpy(reinterpret_cast<unsigned char*>(data.lane.data()) + sizeof(Chunk), &narrow[1],
              sizeof(narrow) - sizeof(Delta));
  return data;
}

template <class Chunk>
WarpRegister pack_base(const WarpRegister& lanes) {
  WarpRegister data;
  std::memcpy(data.lane.data(), lanes.lane.data(), sizeof(Chunk));
  return data;
}

/// `Delta` is a signed type.
template <class Chunk, class Delta>
WarpRegister unpack(const WarpRegister& data) {
  Chunks<Chunk> chunks;
  std::array<Delta, std::tuple_size_v<Chunks<Chunk>>> narrow{};
  std::memcpy(&narrow[1], reinterpret_cast<const unsigned char*>(data.lane.data()) + sizeof(Chunk),
              sizeof(narrow) - sizeof(Delta));
  const Chunk base = std::bit_cast<Chunks<Chunk>>(data)[0];
  for (std::size_t i = 0; i < chunks.size(); ++i)
    chunks[i] = base + static_cast<Chunk>(static_cast<std::make_signed_t<Chunk>>(narrow[i]));
  return std::bit_cast<WarpRegister>(chunks);
}

template <class Chunk>
WarpRegister unpack_base(const WarpRegister& data) {
  Chunks<Chunk> chunks;
  chunks.fill(std::bit_cast<Chunks<Chunk>>(data)[0]);
  return std::bit_cast<WarpRegister>(chunks);
}

}  // namespace

const char* name(BdiEncoding encoding) {
  constexpr std::array<const char*, bdi_encodings> names{"<4,0>", "<4,1>", "<4,2>", "uncompressed",
                                                         "<8,0>", "<8,1>", "<8,2>", "<8,4>"};
  return names[static_cast<unsigned>(encoding)];
}

const char* word(BdiEncoding encoding) {
  constexpr std::array<const char*, bdi_encodings> words{"base4_delta0", "base4_delta1", "base4_delta2",
                                                         "uncompressed", "base8_delta0", "base8_delta1",
                                                         "base8_delta2", "base8_delta4"};
  return words[static_cast<unsigned>(encoding)];
}

BdiEncoding bdi_select(const WarpRegister& lanes, BdiChoices choices) {
  unsigned possible = 0;
  if ((choices.mask & BdiChoices::base4) != 0) possible = fits<std::uint32_t, 0, 1, 2>(lanes);
  if ((choices.mask & BdiChoices::base8) != 0) possible |= fits<std::uint64_t, 0, 1, 2, 4>(lanes) << 3;
  possible &= choices.mask;
  for (const BdiEncoding encoding : preference)
    if ((possible & BdiChoices::bit(encoding)) != 0) return encoding;
  return uncompressed;
}

WarpRegister bdi_pack(const WarpRegister& lanes, BdiEncoding encoding) {
  switch (encoding) {
    case base4_delta0:
      return pack_base<std::uint32_t>(lanes);
    case base4_delta1:
      return pack<std::uint32_t, std::uint8_t>(lanes);
    case base4_delta2:
      return pack<std::uint32_t, std::uint16_t>(lanes);
    case base8_delta0:
      return pack_base<std::uint64_t>(lanes);
    case base8_delta1:
      return pack<std::uint64_t, std::uint8_t>(lanes);
    case base8_delta2:
      return pack<std::uint64_t, std::uint16_t>(lanes);
    case base8_delta4:
      return pack<std::uint64_t, std::uint32_t>(lanes);
    case uncompressed:
      break;
  }
  return lanes;
}

BdiCompressed bdi_compress(const WarpRegister& lanes, BdiChoices choices) {
  const BdiEncoding encoding = bdi_select(lanes, choices);
  return {bdi_pack(lanes, encoding), encoding};
}

WarpRegister bdi_decompress(const WarpRegister& data, BdiEncoding encoding) {
  switch (encoding) {
    case base4_delta0:
      return unpack_base<std::uint32_t>(data);
    case base4_delta1:
      return unpack<std::uint32_t, std::int8_t>(data);
    case base4_delta2:
      return unpack<std::uint32_t, std::int16_t>(data);
    case base8_delta0:
      return unpack_base<std::uint64_t>(data);
    case base8_delta1:
      return unpack<std::uint64_t, std::int8_t>(data);
    case base8_delta2:
      return unpack<std::uint64_t, std::int16_t>(data);
    case base8_delta4:
      return unpack<std::uint64_t, std::int32_t>(data);
    case uncompressed:
      break;
  }
  return data;
}

}  // namespace heddle
