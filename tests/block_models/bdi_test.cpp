#include "models/warped_compression/bdi.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "models/base/random.hpp"

namespace heddle {
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

/// Independent of the model: signed 64-bit arithmetic, bytes pushed one after the other.
BdiCompressed reference(const WarpRegister& lanes, BdiChoices choices) {
  std::vector<std::int64_t> deltas;
  for (std::uint32_t lane : lanes.lane) {
    std::int64_t d = static_cast<std::int64_t>(lane) - static_cast<std::int64_t>(lanes[0]);
    if (d >= std::int64_t{1} << 31) d -= std::int64_t{1} << 32;
    if (d < -(std::int64_t{1} << 31)) d += std::int64_t{1} << 32;
    deltas.push_back(d);
  }
  const auto [low, high] = std::minmax_element(deltas.begin(), deltas.end());
  for (int width = 0; width <= 2; ++width) {
    const std::int64_t limit = width == 0 ? 0 : std::int64_t{1} << (8 * width - 1);
    const bool fits = width == 0 ? *low == 0 && *high == 0 : *low >= -limit && *high < limit;
    if (!fits || !(choices.mask >> width & 1)) continue;
    std::vector<std::uint8_t> out = bytes(filled(lanes[0]));
    out.resize(4);
    for (std::size_t i = 1; i < deltas.size(); ++i)
      for (int b = 0; b < width; ++b)
        out.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(deltas[i]) >> 8 * b));
    out.resize(sizeof(WarpRegister));
    BdiCompressed result{.data = {}, .encoding = static_cast<BdiEncoding>(width)};
    std::memcpy(result.data.lane.data(), out.data(), out.size());
    return result;
  }
  return {lanes, plain};
}

/// Registers of all classes: a base and deltas of up to `bits` bits, with boundaries and wrap-around
/// preferred.
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

TEST(Bdi, SizesOfTable1) {
  struct Row {
    unsigned base, delta, bytes;
  };
  for (const Row row : {Row{1, 0, 1}, Row{2, 1, 65}, Row{4, 0, 4}, Row{4, 1, 35}, Row{4, 2, 66}, Row{8, 0, 8},
                        Row{8, 1, 23}, Row{8, 2, 38}, Row{8, 4, 68}})
    EXPECT_EQ(bdi_bytes(row.base, row.delta), row.bytes) << '<' << row.base << ',' << row.delta << '>';
  EXPECT_EQ(banks(base4_delta0), 1u);
  EXPECT_EQ(banks(base4_delta1), 3u);
  EXPECT_EQ(banks(base4_delta2), 5u);
  EXPECT_EQ(banks(plain), 8u);
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
                         testing::Values(Boundary{-32769, plain}, Boundary{-32768, base4_delta2},
                                         Boundary{-129, base4_delta2}, Boundary{-128, base4_delta1},
                                         Boundary{0, base4_delta0}, Boundary{127, base4_delta1},
                                         Boundary{128, base4_delta2}, Boundary{32767, base4_delta2},
                                         Boundary{32768, plain}),
                         [](const auto& info) {
                           const int d = info.param.delta;
                           return (d < 0 ? "minus" : "plus") + std::to_string(d < 0 ? -d : d);
                         });

TEST(Bdi, ASingleChoiceStoresAllItCanIn) {
  const auto only1 = BdiChoices::only(base4_delta1);
  EXPECT_EQ(bdi_compress(filled(7), only1).encoding, base4_delta1);
  WarpRegister r = filled(7);
  r[31] = 8;
  EXPECT_EQ(bdi_compress(r, BdiChoices::only(base4_delta0)).encoding, plain);
  EXPECT_EQ(bdi_compress(r, BdiChoices::only(base4_delta2)).encoding, base4_delta2);
  r[31] = 7 + 128;
  EXPECT_EQ(bdi_compress(r, only1), (BdiCompressed{r, plain}));
}

TEST(Bdi, EqualsAnIndependentReferenceAndComesBack) {
  constexpr std::uint64_t seed = 20150613;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  std::array<int, 4> seen{};
  for (int n = 0; n < 100000; ++n) {
    const WarpRegister r = random_register(random);
    const BdiChoices choices{static_cast<std::uint8_t>(1 + random.below(7))};
    const auto c = bdi_compress(r, choices);
    ASSERT_EQ(c, reference(r, choices)) << "vector " << n;
    ASSERT_EQ(bdi_decompress(c.data, c.encoding), r) << "vector " << n;
    ++seen[static_cast<unsigned>(c.encoding)];
  }
  for (int count : seen) EXPECT_GT(count, 1000);
}

TEST(Bdi, DecompressionIgnoresBanksThatAreNotRead) {
  WarpRegister r;
  for (unsigned i = 0; i < warp_size; ++i) r[i] = 5 + 3 * i;
  for (BdiEncoding encoding : {base4_delta1, base4_delta2}) {
    auto c = bdi_compress(r, BdiChoices::only(encoding));
    for (unsigned word = 4 * banks(encoding); word < warp_size; ++word) c.data[word] = 0xdeadbeef;
    EXPECT_EQ(bdi_decompress(c.data, encoding), r);
  }
}

}  // namespace
}  // namespace heddle
