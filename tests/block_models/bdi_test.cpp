// SPDX-License-Identifier: Apache-2.0
#include "models/warped_compression/bdi.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "models/base/random.hpp"

namespace heddle::bdi_test {
namespace {

using enum BdiEncoding;

WarpRegister filled(std::uint32_t value) {
  WarpRegister r;
  r.lane.fill(value);
  return r;
}

std::vector<std::uint8_t> bytes(const WarpRegister& r) {
  std::vector<std::uint8_t> out;
  for (std::uint32_t lane : r.lane)
    for (int b = 0; b < 4; ++b) out.push_back(static_cast<std::uint8_t>(lane >> 8 * b));
  return out;
}

/// Returns the chunks of `base` bytes of the register, less the first chunk, as signed numbers.
std::vector<std::int64_t> deltas(const WarpRegister& lanes, unsigned base) {
  std::vector<std::int64_t> all;
  for (unsigned i = 0; i < warp_size; i += base / 4) {
    const auto chunk = [&](unsigned lane) {
      return base == 4 ? std::uint64_t{lanes[lane]} : std::uint64_t{lanes[lane + 1]} << 32 | lanes[lane];
    };
    auto d = static_cast<std::int64_t>(chunk(i) - chunk(0));
    if (base == 4 && d >= std::int64_t{1} << 31) d -= std::int64_t{1} << 32;
    if (base == 4 && d < -(std::int64_t{1} << 31)) d += std::int64_t{1} << 32;
    all.push_back(d);
  }
  return all;
}

/// The row of Table 1 for each bit of the mask of choices, the lowest bit first.
struct Row {
  BdiEncoding encoding;
  unsigned base, delta, bytes, banks;
};
constexpr std::array<Row, 7> table1{{{base4_delta0, 4, 0, 4, 1},
                                     {base4_delta1, 4, 1, 35, 3},
                                     {base4_delta2, 4, 2, 66, 5},
                                     {base8_delta0, 8, 0, 8, 1},
                                     {base8_delta1, 8, 1, 23, 2},
                                     {base8_delta2, 8, 2, 38, 3},
                                     {base8_delta4, 8, 4, 68, 5}}};

/// A reference that is independent of the model: it tries every allowed row and packs one byte after another.
BdiCompressed reference(const WarpRegister& lanes, BdiChoices choices) {
  const Row* best = nullptr;
  for (std::size_t k = 0; k < table1.size(); ++k) {
    const Row& row = table1[k];
    if ((choices.mask >> k & 1) == 0 || (best != nullptr && best->banks <= row.banks)) continue;
    const auto all = deltas(lanes, row.base);
    const auto [low, high] = std::minmax_element(all.begin(), all.end());
    const std::int64_t limit = row.delta == 0 ? 0 : std::int64_t{1} << (8 * row.delta - 1);
    if (row.delta == 0 ? *low == 0 && *high == 0 : *low >= -limit && *high < limit) best = &row;
  }
  if (best == nullptr) return {lanes, uncompressed};
  std::vector<std::uint8_t> out = bytes(lanes);
  out.resize(best->base);
  const auto all = deltas(lanes, best->base);
  for (std::size_t i = 1; i < all.size(); ++i)
    for (unsigned b = 0; b < best->delta; ++b)
      out.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(all[i]) >> 8 * b));
  EXPECT_EQ(out.size(), best->bytes);
  out.resize(sizeof(WarpRegister));
  BdiCompressed result{.data = {}, .encoding = best->encoding};
  std::memcpy(result.data.lane.data(), out.data(), out.size());
  return result;
}

/// Draws a register of a base and deltas of up to `bits` bits, often at the boundaries and around a wrap.
WarpRegister random_register(Random& random) {
  const std::uint32_t base =
      random.one_in(3) ? 0xffffffffu - random.below(3) : static_cast<std::uint32_t>(random());
  const std::uint32_t bits = random.below(33);
  WarpRegister r;
  for (auto& lane : r.lane) {
    const std::uint32_t magnitude = bits == 0 ? 0 : static_cast<std::uint32_t>(random()) >> (32 - bits);
    lane = base + (random.one_in(2) ? magnitude : 0u - magnitude);
  }
  if (random.one_in(2)) r[0] = base;
  return r;
}

/// Draws the same for pairs of lanes, as chunks of 64 bits.
WarpRegister random_pairs(Random& random) {
  const std::uint64_t base = random.one_in(3) ? ~std::uint64_t{0} - random.below(3) : random();
  const std::uint32_t bits = random.one_in(8) ? 0 : random.below(40);
  WarpRegister r;
  for (unsigned i = 0; i < warp_size; i += 2) {
    const std::uint64_t magnitude = bits == 0 ? 0 : random() >> (64 - bits);
    const std::uint64_t pair = i == 0 && random.one_in(2) ? base
                               : random.one_in(2)         ? base + magnitude
                                                          : base - magnitude;
    r[i] = static_cast<std::uint32_t>(pair);
    r[i + 1] = static_cast<std::uint32_t>(pair >> 32);
  }
  return r;
}

WarpRegister pairs(std::uint64_t first, std::uint64_t step) {
  WarpRegister r;
  for (unsigned i = 0; i < warp_size; i += 2, first += step) {
    r[i] = static_cast<std::uint32_t>(first);
    r[i + 1] = static_cast<std::uint32_t>(first >> 32);
  }
  return r;
}

constexpr BdiChoices all_choices{127};

TEST(Bdi, SizesOfTable1) {
  for (const Row& row : table1) {
    EXPECT_EQ(bdi_bytes(row.base, row.delta), row.bytes) << name(row.encoding);
    EXPECT_EQ(banks(row.encoding), row.banks) << name(row.encoding);
    EXPECT_EQ(name(row.encoding), '<' + std::to_string(row.base) + ',' + std::to_string(row.delta) + '>');
  }
  EXPECT_EQ(bdi_bytes(1, 0), 1u);  // a row that the paper does not use
  EXPECT_EQ(bdi_bytes(2, 1), 65u);
  EXPECT_EQ(banks(uncompressed), 8u);
}

TEST(Bdi, TheMaskOfChoicesNamesTheRowsOfTable1InTheirOrder) {
  for (unsigned mask = 1; mask < 128; ++mask) {
    const BdiChoices choices{static_cast<std::uint8_t>(mask)};
    for (std::size_t k = 0; k < table1.size(); ++k)
      EXPECT_EQ(choices.allows(table1[k].encoding), (mask >> k & 1) != 0) << mask << ' ' << k;
    EXPECT_TRUE(choices.allows(uncompressed));
  }
}

TEST(Bdi, EqualLanesAreTheBaseAlone) {
  const auto c = bdi_compress(filled(0x89abcdef));
  EXPECT_EQ(c.encoding, base4_delta0);
  auto b = bytes(c.data);
  EXPECT_EQ(std::vector<std::uint8_t>(b.begin(), b.begin() + 4),
            (std::vector<std::uint8_t>{0xef, 0xcd, 0xab, 0x89}));
  EXPECT_EQ(std::count(b.begin() + 4, b.end(), 0), 124);
}

TEST(Bdi, ThreadIndexTakesOneByteALane) {
  WarpRegister tid;
  for (unsigned i = 0; i < warp_size; ++i) tid[i] = 256 + i;
  const auto c = bdi_compress(tid);
  EXPECT_EQ(c.encoding, base4_delta1);
  const auto b = bytes(c.data);
  for (unsigned i = 1; i < warp_size; ++i) EXPECT_EQ(b[3 + i], i);
  EXPECT_EQ(std::count(b.begin() + 35, b.end(), 0), 93);
}

TEST(Bdi, AddressesOfRowsTakeTwoBytesALane) {
  WarpRegister address;
  for (unsigned i = 0; i < warp_size; ++i) address[i] = 0x10000000 - 1000 * i;
  const auto c = bdi_compress(address);
  EXPECT_EQ(c.encoding, base4_delta2);
  const auto b = bytes(c.data);
  for (unsigned i = 1; i < warp_size; ++i)
    EXPECT_EQ(b[2 + 2 * i] | b[3 + 2 * i] << 8, static_cast<int>(65536 - 1000 * i));
  EXPECT_EQ(std::count(b.begin() + 66, b.end(), 0), 62);
}

struct Boundary {
  std::int32_t delta;
  BdiEncoding encoding;
};

class BdiBoundary : public testing::TestWithParam<Boundary> {};

TEST_P(BdiBoundary, InEachLaneAndAcrossTheWrap) {
  for (std::uint32_t base : {0u, 1u, 100u, 0x7fffffffu, 0x80000000u, 0xffffffffu})
    for (unsigned lane = 1; lane < warp_size; ++lane) {
      WarpRegister r = filled(base);
      r[lane] += static_cast<std::uint32_t>(GetParam().delta);
      const auto c = bdi_compress(r);
      EXPECT_EQ(c.encoding, GetParam().encoding) << "base " << base << " lane " << lane;
      EXPECT_EQ(bdi_decompress(c.data, c.encoding), r) << "base " << base << " lane " << lane;
    }
}

TEST_P(BdiBoundary, InLane0MakesAllOthersDiffer) {
  WarpRegister r = filled(0xffffffffu);
  r[0] -= static_cast<std::uint32_t>(GetParam().delta);
  EXPECT_EQ(bdi_compress(r).encoding, GetParam().encoding);
}

INSTANTIATE_TEST_SUITE_P(Deltas, BdiBoundary,
                         testing::Values(Boundary{-32769, uncompressed}, Boundary{-32768, base4_delta2},
                                         Boundary{-129, base4_delta2}, Boundary{-128, base4_delta1},
                                         Boundary{0, base4_delta0}, Boundary{127, base4_delta1},
                                         Boundary{128, base4_delta2}, Boundary{32767, base4_delta2},
                                         Boundary{32768, uncompressed}),
                         [](const auto& info) {
                           const int d = info.param.delta;
                           return (d < 0 ? "minus" : "plus") + std::to_string(d < 0 ? -d : d);
                         });

TEST(Bdi, EqualPairsAreTheFirstOfThem) {
  const auto c = bdi_compress(pairs(0x0123456789abcdef, 0), all_choices);
  EXPECT_EQ(c.encoding, base8_delta0);
  WarpRegister data;
  data[0] = 0x89abcdef;
  data[1] = 0x01234567;
  EXPECT_EQ(c.data, data);
}

TEST(Bdi, AddressesOf64BitsTakeOneByteAPair) {
  // Each pair of lanes holds a 64-bit pointer, 8 bytes from the next one; single lanes have nothing in
  // common.
  const WarpRegister r = pairs(0x00007fff'fffffff8, 8);
  EXPECT_EQ(bdi_compress(r).encoding, uncompressed);
  const auto c = bdi_compress(r, all_choices);
  EXPECT_EQ(c.encoding, base8_delta1);
  const auto b = bytes(c.data);
  EXPECT_EQ(std::vector<std::uint8_t>(b.begin(), b.begin() + 8),
            (std::vector<std::uint8_t>{0xf8, 0xff, 0xff, 0xff, 0xff, 0x7f, 0, 0}));
  for (unsigned i = 1; i < warp_size / 2; ++i) EXPECT_EQ(b[7 + i], 8 * i);
  EXPECT_EQ(std::count(b.begin() + 23, b.end(), 0), 105);
  EXPECT_EQ(bdi_decompress(c.data, c.encoding), r);
}

struct PairBoundary {
  std::int64_t delta;
  BdiEncoding encoding;
};

class BdiPairBoundary : public testing::TestWithParam<PairBoundary> {};

TEST_P(BdiPairBoundary, InEachPairAndAcrossTheWrap) {
  const BdiChoices choices{BdiChoices::base8};
  for (std::uint64_t base : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0xffffffff},
                             std::uint64_t{1} << 32, std::uint64_t{1} << 63, ~std::uint64_t{0}})
    for (unsigned pair = 1; pair < warp_size / 2; ++pair) {
      WarpRegister r = pairs(base, 0);
      const std::uint64_t changed = base + static_cast<std::uint64_t>(GetParam().delta);
      r[2 * pair] = static_cast<std::uint32_t>(changed);
      r[2 * pair + 1] = static_cast<std::uint32_t>(changed >> 32);
      const auto c = bdi_compress(r, choices);
      EXPECT_EQ(c.encoding, GetParam().encoding) << "base " << base << " pair " << pair;
      EXPECT_EQ(bdi_decompress(c.data, c.encoding), r) << "base " << base << " pair " << pair;
    }
}
INSTANTIATE_TEST_SUITE_P(Deltas, BdiPairBoundary,
                         testing::Values(PairBoundary{-0x80000001LL, uncompressed},
                                         PairBoundary{-0x80000000LL, base8_delta4},
                                         PairBoundary{-32769, base8_delta4},
                                         PairBoundary{-32768, base8_delta2}, PairBoundary{-129, base8_delta2},
                                         PairBoundary{-128, base8_delta1}, PairBoundary{0, base8_delta0},
                                         PairBoundary{127, base8_delta1}, PairBoundary{128, base8_delta2},
                                         PairBoundary{32767, base8_delta2}, PairBoundary{32768, base8_delta4},
                                         PairBoundary{0x7fffffff, base8_delta4},
                                         PairBoundary{0x80000000LL, uncompressed}),
                         [](const auto& info) {
                           const auto d = info.param.delta;
                           return (d < 0 ? "minus" : "plus") + std::to_string(d < 0 ? -d : d);
                         });

TEST(Bdi, OfAsManyBanksTheSmallerBaseIsChosen) {
  EXPECT_EQ(bdi_compress(filled(3), all_choices).encoding, base4_delta0);  // <8,0> fits, too
  EXPECT_EQ(bdi_compress(filled(3), BdiChoices{BdiChoices::base8}).encoding, base8_delta0);
  WarpRegister r = filled(0);  // small lanes, which as pairs differ by far more than 32 bits
  for (unsigned i = 1; i < warp_size; i += 2) r[i] = i;
  EXPECT_EQ(bdi_compress(r, all_choices).encoding, base4_delta1);
  r = filled(0);
  for (unsigned i = 2; i < warp_size; i += 2) r[i] = i;  // both <4,1> and <8,1> fit
  EXPECT_EQ(bdi_compress(r, all_choices).encoding, base8_delta1);
  r[2] = 1000;  // both <4,2> and <8,2> fit
  EXPECT_EQ(bdi_compress(r, all_choices).encoding, base8_delta2);
  r[2] = 100'000;  // only <8,4> fits
  EXPECT_EQ(bdi_compress(r, all_choices).encoding, base8_delta4);
}

/// Tests every choice on every register in which two different pairs of lanes alternate, each lane having one
/// of a few values around the boundaries.
TEST(Bdi, EveryChoiceOnEverySmallRegister) {
  constexpr std::array<std::uint32_t, 6> values{0, 1, 0x7f, 0x80, 0x8000, 0xffffffff};
  std::array<int, bdi_encodings> seen{};
  for (const std::uint32_t low0 : values)
    for (const std::uint32_t high0 : values)
      for (const std::uint32_t low1 : values)
        for (const std::uint32_t high1 : values) {
          WarpRegister r;
          for (unsigned i = 0; i < warp_size; i += 2) {
            r[i] = i == 6 ? low1 : low0;
            r[i + 1] = i == 6 ? high1 : high0;
          }
          for (unsigned mask = 1; mask < 128; ++mask) {
            const BdiChoices choices{static_cast<std::uint8_t>(mask)};
            const auto c = bdi_compress(r, choices);
            ASSERT_EQ(c, reference(r, choices)) << low0 << ' ' << high0 << ' ' << low1 << ' ' << high1;
            ASSERT_EQ(bdi_decompress(c.data, c.encoding), r);
            ++seen[static_cast<unsigned>(c.encoding)];
          }
        }
  for (const int count : seen) EXPECT_GT(count, 100);
}

TEST(Bdi, ASingleChoiceStoresAllItCanIn) {
  const auto only1 = BdiChoices::only(base4_delta1);
  EXPECT_EQ(bdi_compress(filled(7), only1).encoding, base4_delta1);
  WarpRegister r = filled(7);
  r[31] = 8;
  EXPECT_EQ(bdi_compress(r, BdiChoices::only(base4_delta0)).encoding, uncompressed);
  EXPECT_EQ(bdi_compress(r, BdiChoices::only(base4_delta2)).encoding, base4_delta2);
  r[31] = 7 + 128;
  EXPECT_EQ(bdi_compress(r, only1), (BdiCompressed{r, uncompressed}));
}

TEST(Bdi, EqualsAnIndependentReferenceAndComesBack) {
  constexpr std::uint64_t seed = 20150613;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  std::array<int, bdi_encodings> seen{};
  for (int n = 0; n < 100000; ++n) {
    const WarpRegister r = random.one_in(2) ? random_register(random) : random_pairs(random);
    const BdiChoices choices{static_cast<std::uint8_t>(1 + random.below(127))};
    const auto c = bdi_compress(r, choices);
    ASSERT_EQ(c, reference(r, choices)) << "vector " << n;
    ASSERT_EQ(bdi_decompress(c.data, c.encoding), r) << "vector " << n;
    ++seen[static_cast<unsigned>(c.encoding)];
  }
  for (int count : seen) EXPECT_GT(count, 500);
}

TEST(Bdi, DecompressionIgnoresBanksThatAreNotRead) {
  WarpRegister r;
  for (unsigned i = 0; i < warp_size; ++i) r[i] = 5 + 3 * i;
  for (unsigned i = 1; i < warp_size; i += 2) r[i] = 0;  // now the pairs fit, too
  for (const BdiEncoding encoding : {base4_delta1, base4_delta2, base8_delta1, base8_delta2, base8_delta4}) {
    auto c = bdi_compress(r, BdiChoices::only(encoding));
    for (unsigned word = 4 * banks(encoding); word < warp_size; ++word) c.data[word] = 0xdeadbeef;
    EXPECT_EQ(bdi_decompress(c.data, encoding), r);
  }
}

}  // namespace
}  // namespace heddle::bdi_test
