// SPDX-License-Identifier: Apache-2.0
#include "tb/warped_compression/value_generator.hpp"

#include <bit>

#include "tb/warped_compression/value_generator_parts.hpp"

namespace heddle {
namespace {

using enum ValueClass;

}  // namespace

template <class Chunk>
Chunk ValueGenerator::base() {
  // From which differences of the interesting sizes wrap, or any.
  if (random_.one_in(8)) return Chunk{random_.below(0x10000)} - 0x8000u;
  const auto any = static_cast<Chunk>(random_());
  if (!random_.one_in(8)) return any;
  return (Chunk{1} << (8 * sizeof(Chunk) - 1)) + static_cast<Chunk>(any % 0x200) - 0x100;
}

template <class Chunk>
void ValueGenerator::deltas(WarpRegister& lanes, Chunk base, unsigned bits) {
  const Chunk mask = static_cast<Chunk>(~Chunk{0}) >> (8 * sizeof(Chunk) - bits);
  const Chunk lowest = base - (mask / 2 + 1);
  words_.fill(lanes);
  auto chunks = std::bit_cast<Chunks<Chunk>>(lanes);
  for (Chunk& chunk : chunks) chunk = lowest + (chunk & mask);
  chunks[0] = base;
  lanes = std::bit_cast<WarpRegister>(chunks);
}

template <class Chunk>
void ValueGenerator::edge(ValueClass wanted, WarpRegister& lanes, unsigned bytes, bool beyond) {
  const Chunk most = (Chunk{1} << (8 * bytes - 1)) - !beyond;
  const Chunk base = this->base<Chunk>();
  const std::uint32_t style = random_.below(8);
  if (style == 0) {  // as many at the edge as there are
    words_.fill(lanes);
    auto chunks = std::bit_cast<Chunks<Chunk>>(lanes);
    for (Chunk& chunk : chunks) chunk = base + ((chunk & 1) != 0 ? most : ~most);
    chunks[0] = base;
    lanes = std::bit_cast<WarpRegister>(chunks);
    return;
  }
  if (style < 3)
    fill(lanes, base);
  else
    deltas(lanes, base, 8 * bytes - 1);
  auto chunks = std::bit_cast<Chunks<Chunk>>(lanes);
  const unsigned n = turn(wanted, 2 * (chunks.size() - 1));
  chunks[1 + n / 2] = base + (n % 2 != 0 ? most : ~most);
  lanes = std::bit_cast<WarpRegister>(chunks);
}

template <class Chunk>
void ValueGenerator::with_power(WarpRegister& lanes, unsigned bits, unsigned first_bit, unsigned end_bit) {
  const auto base = this->base<Chunk>();
  deltas(lanes, base, bits);
  auto chunks = std::bit_cast<Chunks<Chunk>>(lanes);
  const Chunk power = Chunk{1} << (first_bit + random_.below(end_bit - first_bit));
  chunks[1 + random_.below(chunks.size() - 1)] =
      base + (random_.one_in(2) ? power : static_cast<Chunk>(~power));
  lanes = std::bit_cast<WarpRegister>(chunks);
}

template <class Chunk>
void ValueGenerator::near(WarpRegister& lanes, unsigned bits) {
  if (random_.one_in(2)) return deltas(lanes, base<Chunk>(), bits);
  with_power<Chunk>(lanes, 1 + random_.below(bits - 1), 0, bits - 1);
}

void ValueGenerator::equal(ValueClass wanted, WarpRegister& lanes) {
  constexpr std::array<std::uint32_t, 9> known{0x3f000000, 0x3f800000, 0x40000000, 0x7f800000, 0xbf000000,
                                               0xbf800000, 0xc0000000, 0xff800000, 0x7fc00000};
  if (wanted == equal_small) return fill(lanes, random_.below(256) - 128);
  if (wanted == equal_float) return fill(lanes, known[random_.below(known.size())]);
  if (random_.one_in(2)) return fill(lanes, word());
  fill(lanes, std::uint32_t{1} << random_.below(32) ^ (random_.one_in(2) ? 0 : ~0u));
}

void ValueGenerator::affine(ValueClass wanted, WarpRegister& lanes) {
  constexpr std::array<std::uint32_t, 8> usual{2, 4, 8, 12, 16, 32, 128, 4096};
  std::uint32_t stride = 1, first = wanted == lane_index ? 0 : warp_size * random_.below(64);
  if (wanted != lane_index && random_.one_in(2)) first = base<std::uint32_t>();
  if (wanted == affine_up || wanted == affine_down)
    stride = random_.one_in(4) ? random_.below(0x7ffffff0) + 2 : usual[random_.below(usual.size())];
  if (wanted == affine_down) stride = random_.one_in(4) ? ~0u : 0 - stride;
  for (unsigned i = 0; i < warp_size; ++i) lanes[i] = first + stride * i;
}

void ValueGenerator::one_lane(ValueClass wanted, WarpRegister& lanes) {
  const std::uint32_t usual = wanted == one_lane_of_zero ? 0 : base<std::uint32_t>();
  const Crossed n = crossed(turn(wanted, 32 * warp_size), warp_size, 32);
  const std::uint32_t power = std::uint32_t{1} << n.what;
  fill(lanes, usual);
  std::uint32_t& odd = lanes[n.place];
  if (wanted == one_lane_by_one) {
    odd = random_.one_in(2) ? usual + 1 : usual - 1;
  } else if (wanted == one_lane_by_bit) {
    odd = usual ^ power;
  } else if (wanted == one_lane_of_zero) {
    const std::array<std::uint32_t, 4> others{1, power, word(), random_.one_in(2) ? ~0u : 0x3f800000};
    odd = others[n.what % others.size()];
  } else {
    const std::array<std::uint32_t, 4> others{word(), usual + power, usual + ~power,
                                              usual + 1 + random_.below(0x10000)};
    odd = others[random_.below(others.size())];
  }
}

void ValueGenerator::one_pair(WarpRegister& lanes) {
  const auto usual = base<std::uint64_t>();
  Chunks<std::uint64_t> pairs;
  pairs.fill(usual);
  const Crossed n = crossed(turn(ValueClass::one_pair, 64 * pairs.size()), pairs.size(), 64);
  const std::uint64_t power = std::uint64_t{1} << n.what;
  const std::array<std::uint64_t, 4> others{usual ^ power, usual + ~power, usual + 1, random_()};
  pairs[n.place] = others[random_.below(others.size())];
  lanes = std::bit_cast<WarpRegister>(pairs);
}

void ValueGenerator::make(ValueClass wanted, WarpRegister& lanes) {
  using Lane = std::uint32_t;
  using Pair = std::uint64_t;
  switch (wanted) {
    case zero:
      return fill(lanes, Lane{0});
    case ones:
      return fill(lanes, ~Lane{0});
    case sign_bit:
      return fill(lanes, Lane{0x80000000});
    case largest:
      return fill(lanes, Lane{0x7fffffff});
    case equal_small:
    case equal_float:
    case ValueClass::equal:
      return equal(wanted, lanes);
    case lane_index:
    case lane_index_from:
    case affine_up:
    case affine_down:
      return affine(wanted, lanes);
    case byte_edge:
      return edge<Lane>(wanted, lanes, 1, false);
    case byte_exceeded:
      return edge<Lane>(wanted, lanes, 1, true);
    case half_edge:
      return edge<Lane>(wanted, lanes, 2, false);
    case half_exceeded:
      return edge<Lane>(wanted, lanes, 2, true);
    case one_lane_of_zero:
    case one_lane_by_one:
    case one_lane_by_bit:
    case ValueClass::one_lane:
      return one_lane(wanted, lanes);
    case pair_byte_edge:
      return edge<Pair>(wanted, lanes, 1, false);
    case pair_byte_exceeded:
      return edge<Pair>(wanted, lanes, 1, true);
    case pair_half_edge:
      return edge<Pair>(wanted, lanes, 2, false);
    case pair_half_exceeded:
      return edge<Pair>(wanted, lanes, 2, true);
    case pair_word_edge:
      return edge<Pair>(wanted, lanes, 4, false);
    case pair_word_exceeded:
      return edge<Pair>(wanted, lanes, 4, true);
    case ValueClass::one_pair:
      return one_pair(lanes);
    case flags:
      return numbers(lanes, 1, false);
    case ValueClass::width_edge:
      return width_edge(lanes);
    case bytes:
      return numbers(lanes, random_.one_in(2) ? 8 : 2 + random_.below(6), false);
    case around_zero:
      return around(lanes, 0);
    case halves:
      return numbers(lanes, random_.one_in(2) ? 16 : 9 + random_.below(7), false);
    case around_top:
      return around(lanes, 0x80000000);
    case near_byte:
      return near<Lane>(lanes, 8);
    case near_half:
      return near<Lane>(lanes, 16);
    case outlier:
      return with_power<Lane>(lanes, random_.one_in(2) ? 7 : 15, 16, 32);
    case pairs_equal:
      return fill(lanes, random_());
    case pairs_near:
      return near<Pair>(lanes, 8u << random_.below(3));
    case pair_outlier:
      return with_power<Pair>(lanes, (8u << random_.below(3)) - 1, 32, 64);
    case three_bytes:
      return numbers(lanes, 18 + random_.below(7), true);
    case denormals:
      words_.fill(lanes);
      for (auto& lane : lanes.lane) lane &= 0x807fffff;
      return;
    case ValueClass::floats:
      return floats(lanes, false);
    case floats_special:
      return floats(lanes, true);
    case ValueClass::doubles:
      return doubles(lanes);
    case ValueClass::mixed:
      return mixed(lanes);
    case random:
      return words_.fill(lanes);
  }
}

}  // namespace heddle
