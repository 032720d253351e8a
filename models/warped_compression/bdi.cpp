#include "models/warped_compression/bdi.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace heddle {

static_assert(std::endian::native == std::endian::little,
              "registers are read and written as little-endian bytes");

static_assert(bdi_bytes(4, 0) == 4 && bdi_bytes(4, 1) == 35 && bdi_bytes(4, 2) == 66);
static_assert(banks(BdiEncoding::base4_delta0) == 1 && banks(BdiEncoding::base4_delta1) == 3 &&
              banks(BdiEncoding::base4_delta2) == 5 && banks(BdiEncoding::plain) == 8);

namespace {

constexpr std::size_t base_bytes = 4;

/// Lanes 1..31 as `Delta` behind the base; the whole arrays are converted so that the loop has no odd start.
template <class Delta>
void pack_deltas(WarpRegister& data, const WarpRegister& deltas) {
  std::array<Delta, warp_size> narrow;
  for (unsigned i = 0; i < warp_size; ++i) narrow[i] = static_cast<Delta>(deltas[i]);
  std::memcpy(reinterpret_cast<unsigned char*>(data.lane.data()) + base_bytes, &narrow[1],
              sizeof(narrow) - sizeof(Delta));
}

template <class Delta>
WarpRegister add_deltas(const WarpRegister& data) {
  std::array<Delta, warp_size> narrow{};
  std::memcpy(&narrow[1], reinterpret_cast<const unsigned char*>(data.lane.data()) + base_bytes,
              sizeof(narrow) - sizeof(Delta));
  WarpRegister lanes;
  for (unsigned i = 0; i < warp_size; ++i)
    lanes[i] = data[0] + static_cast<std::uint32_t>(static_cast<std::int32_t>(narrow[i]));
  return lanes;
}

}  // namespace

const char* name(BdiEncoding encoding) {
  constexpr const char* names[] = {"<4,0>", "<4,1>", "<4,2>", "plain"};
  return names[static_cast<unsigned>(encoding)];
}

WarpRegister bdi_subtract(const WarpRegister& lanes) {
  WarpRegister deltas;
  for (unsigned i = 0; i < warp_size; ++i) deltas[i] = lanes[i] - lanes[0];
  return deltas;
}

BdiEncoding bdi_select(const WarpRegister& deltas, BdiChoices choices) {
  // A delta fits into k bits of two's complement when adding half of their range leaves no bit above them.
  std::uint32_t above0 = 0, above1 = 0, above2 = 0;
  for (unsigned i = 0; i < warp_size; ++i) {
    above0 |= deltas[i];
    above1 |= (deltas[i] + 0x80u) & ~0xffu;
    above2 |= (deltas[i] + 0x8000u) & ~0xffffu;
  }
  if (above0 == 0 && choices.allows(BdiEncoding::base4_delta0)) return BdiEncoding::base4_delta0;
  if (above1 == 0 && choices.allows(BdiEncoding::base4_delta1)) return BdiEncoding::base4_delta1;
  if (above2 == 0 && choices.allows(BdiEncoding::base4_delta2)) return BdiEncoding::base4_delta2;
  return BdiEncoding::plain;
}

WarpRegister bdi_pack(const WarpRegister& lanes, const WarpRegister& deltas, BdiEncoding encoding) {
  if (encoding == BdiEncoding::plain) return lanes;
  WarpRegister data;
  data[0] = lanes[0];
  if (encoding == BdiEncoding::base4_delta1) pack_deltas<std::uint8_t>(data, deltas);
  if (encoding == BdiEncoding::base4_delta2) pack_deltas<std::uint16_t>(data, deltas);
  return data;
}

BdiCompressed bdi_compress(const WarpRegister& lanes, BdiChoices choices) {
  const WarpRegister deltas = bdi_subtract(lanes);
  const BdiEncoding encoding = bdi_select(deltas, choices);
  return {bdi_pack(lanes, deltas, encoding), encoding};
}

WarpRegister bdi_decompress(const WarpRegister& data, BdiEncoding encoding) {
  switch (encoding) {
    case BdiEncoding::base4_delta0: {
      WarpRegister lanes;
      lanes.lane.fill(data[0]);
      return lanes;
    }
    case BdiEncoding::base4_delta1:
      return add_deltas<std::int8_t>(data);
    case BdiEncoding::base4_delta2:
      return add_deltas<std::int16_t>(data);
    case BdiEncoding::plain:
      break;
  }
  return data;
}

}  // namespace heddle
