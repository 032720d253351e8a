// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/address_mapping.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "hw/memory/transaction.hpp"
#include "models/base/error.hpp"
#include "models/base/random.hpp"

namespace heddle::address_mapping_test {
namespace {

constexpr std::uint64_t gib_and_half = 1536ull << 20;

AddressMapping standard() { return {AddressConfig{}, Gddr5Config{}, gib_and_half}; }

TEST(AddressMapping, ChunksGoRoundTheChannelsAndThenBits) {
  const AddressMapping m = standard();
  EXPECT_EQ(m.place_of(0), (DramAddress{0, 0, 0, 0}));
  EXPECT_EQ(m.place_of(255), (DramAddress{0, 0, 0, 255}));
  EXPECT_EQ(m.place_of(256), (DramAddress{1, 0, 0, 0}));
  EXPECT_EQ(m.place_of(11 * 256 + 5), (DramAddress{11, 0, 0, 5}));
  // Within a channel, bit 8 is the lowest bank bit; bits 9 to 11 are the upper column bits, 12 to 14 the
  // other bank bits.
  const std::uint64_t turn = 12 * 256;
  EXPECT_EQ(m.place_of(turn), (DramAddress{0, 1, 0, 0}));
  EXPECT_EQ(m.place_of(2 * turn), (DramAddress{0, 0, 0, 256}));
  EXPECT_EQ(m.place_of(15 * turn + 7 * 256 + 255), (DramAddress{7, 1, 0, 2047}));
  EXPECT_EQ(m.place_of(16 * turn), (DramAddress{0, 2, 0, 0}));
  EXPECT_EQ(m.place_of(127 * turn), (DramAddress{0, 15, 0, 7 * 256}));
  EXPECT_EQ(m.place_of(128 * turn), (DramAddress{0, 0, 1, 0}));
  EXPECT_EQ(m.place_of(128ull * 4096 * turn), (DramAddress{0, 0, 4096, 0}));  // above these bits: rows
}

/// Each row of chunks has one in each slice, and slice and local address give the address back.
TEST(SliceMap, AHashPermutesTheSlicesOfEachRow) {
  for (const SliceHash hash : {SliceHash::none, SliceHash::fold, SliceHash::polynomial})
    for (const unsigned slices : {1u, 2u, 6u, 8u, 12u, 16u, 64u, 256u}) {
      if (!SliceMap::can(hash, slices)) continue;
      const SliceMap map(256, slices, hash);
      for (const std::uint64_t row : {0ull, 1ull, 2ull, 5ull, 77ull, 12'345'678ull}) {
        std::set<unsigned> seen;
        for (unsigned k = 0; k < slices; ++k) {
          const std::uint64_t address = (row * slices + k) * 256 + 17;
          seen.insert(map.slice_of(address));
          EXPECT_EQ(map.local(address), row * 256 + 17);
          EXPECT_EQ(map.global(map.local(address), map.slice_of(address)), address);
        }
        EXPECT_EQ(seen.size(), slices) << name_of(hash) << ' ' << slices << ' ' << row;
      }
    }
}

/// A stride of a whole row falls on one slice without a hash, and on all with one.
TEST(SliceMap, AHashSpreadsStrides) {
  const auto met = [](SliceHash hash, unsigned slices, std::uint64_t stride) {
    const SliceMap map(256, slices, hash);
    std::set<unsigned> seen;
    for (std::uint64_t k = 0; k < 4 * slices; ++k) seen.insert(map.slice_of(k * stride));
    return seen.size();
  };
  EXPECT_EQ(met(SliceHash::none, 12, 12 * 256), 1u);
  EXPECT_EQ(met(SliceHash::fold, 12, 12 * 256), 12u);
  for (const std::uint64_t stride : {4096u, 8192u, 65'536u}) {
    EXPECT_EQ(met(SliceHash::none, 16, stride), 1u);
    EXPECT_EQ(met(SliceHash::polynomial, 16, stride), 16u) << stride;
  }
}

TEST(SliceMap, APolynomialTakesAPowerOfTwo) {
  AddressConfig config;
  config.hash = SliceHash::polynomial;
  EXPECT_THROW(AddressMapping(config, {}, 0), Error);
  config.controllers = 8;
  EXPECT_NO_THROW(AddressMapping(config, {}, 0));
}

TEST(AddressMapping, TheReverseIsTheReverse) {
  const std::uint64_t seed = 5;
  SCOPED_TRACE(seed);
  Random random(seed);
  AddressConfig other;
  other.controllers = 3;
  other.channels_per_controller = 1;
  other.interleave = 1024;
  other.bits = "RBRBRC.CCBCB.CCCSSSS";
  AddressConfig hashed;
  hashed.hash = SliceHash::fold;
  Gddr5Config device;
  device.row_bytes = 2048;
  for (const AddressMapping& m : {standard(), AddressMapping(other, device, 1 << 20),
                                  AddressMapping(hashed, Gddr5Config{}, gib_and_half)})
    for (int i = 0; i < 20'000; ++i) {
      const std::uint64_t address = random() >> 20;
      const DramAddress place = m.place_of(address);
      ASSERT_EQ(m.address_of(place), address);
      ASSERT_EQ(place.channel, m.channel_of(address));
      ASSERT_LT(place.bank, 16u);
      ASSERT_LT(place.column, 2048u);
      ASSERT_EQ(m.place_of(address & ~127ull).row, place.row);
    }
}

TEST(AddressMapping, EachLineHasBitsOfItsOwnInItsChannelBehindTheData) {
  AddressConfig config;
  for (const unsigned bits : {2u, 8u}) {
    config.metadata_bits = bits;
    const std::uint64_t data = 300'000;
    const AddressMapping m(config, Gddr5Config{}, data);
    std::set<std::pair<std::uint64_t, unsigned>> taken;
    std::map<unsigned, std::set<std::uint64_t>> bytes;
    for (std::uint64_t line = 0; line < data; line += line_bytes) {
      const auto meta = m.metadata_of(line);
      ASSERT_EQ(m.channel_of(meta.address), m.channel_of(line));
      ASSERT_EQ(meta.bits, bits);
      ASSERT_LE(meta.bit + bits, 8u);
      ASSERT_GE(meta.address, data);
      for (unsigned b = 0; b < bits; ++b)
        ASSERT_TRUE(taken.emplace(meta.address, meta.bit + b).second) << line;
      bytes[m.channel_of(line)].insert(meta.address);
    }
    // The metadata are dense: a byte holds as many lines as fit.
    const unsigned a_byte = 8 / bits;
    for (const auto& [channel, addresses] : bytes)
      EXPECT_LE(addresses.size(), (data / 12 / 128 + 4) / a_byte + 1) << channel;
  }
  // 1.5 GiB with 2 bits a line take 3 MB, or 0.2 %, as the paper says.
  const AddressMapping m = standard();
  const auto last = m.metadata_of(gib_and_half - 128);
  EXPECT_LE(last.address, gib_and_half + 12 * 32'768 + gib_and_half / 512 + 256 * 12);
}

TEST(AddressMapping, BitsThatDoNotFitAreErrors) {
  const auto said = [](auto change) -> std::string {
    AddressConfig config;
    change(config);
    try {
      AddressMapping(config, Gddr5Config{}, 1 << 20);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(said([](AddressConfig&) {}), "");
  const auto expect = [&](const char* bits, const char* what) {
    const std::string text = said([&](AddressConfig& c) { c.bits = bits; });
    EXPECT_NE(text.find(what), std::string::npos) << bits << ": " << text;
  };
  expect("RRRR.BBBCCCB.CCCCCCCX", "letter 'X'");
  expect("RRRR.BBCCCB.CCCCCCCC", "3 bank bits");
  expect("RRRR.BBBCCCCB.CCCCCCCC", "12 column bits");
  expect("RRRR.BBBCCCCC.BCCCCCC", "splits a line");
  expect("BBBCCCB.CCCCCCCC", "no row on top");
  EXPECT_NE(said([](AddressConfig& c) { c.interleave = 384; }).find("power of two"), std::string::npos);
  EXPECT_NE(said([](AddressConfig& c) { c.metadata_bits = 3; }).find("power of two"), std::string::npos);
}

}  // namespace
}  // namespace heddle::address_mapping_test
