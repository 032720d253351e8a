// SPDX-License-Identifier: Apache-2.0
#include "models/warped_compression/thread_bytes.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "models/base/random.hpp"

namespace heddle::thread_bytes_test {
namespace {

TEST(ThreadBytes, EachWidthHoldsItsRange) {
  struct {
    std::int64_t value;
    unsigned width;
  } const cases[]{{0, 0},       {-1, 0},       {127, 0},        {-128, 0},
                  {128, 1},     {-129, 1},     {32767, 1},      {-32768, 1},
                  {32768, 2},   {-32769, 2},   {8388607, 2},    {-8388608, 2},
                  {8388608, 3}, {-8388609, 3}, {2147483647, 3}, {-2147483648LL, 3}};
  for (const auto& c : cases) {
    WarpRegister lanes;
    lanes[5] = static_cast<std::uint32_t>(c.value);
    const ThreadBytes out = thread_compress(lanes);
    EXPECT_EQ(out.widest, c.width) << c.value;
    EXPECT_EQ(out.widths, ThreadWidths{c.width} << 10) << c.value;
  }
}

TEST(ThreadBytes, ByteKOfLaneILiesInBankTwoKOrTheNext) {
  WarpRegister lanes;
  lanes[3] = 0x11223344;
  lanes[20] = 0x55667788;
  const ThreadBytes out = thread_compress(lanes);
  std::array<std::uint8_t, sizeof(WarpRegister)> bytes;
  std::memcpy(bytes.data(), &out.data, bytes.size());
  for (unsigned k = 0; k < 4; ++k) {
    EXPECT_EQ(bytes[16 * (2 * k) + 3], 0x44 - 0x11 * k);
    EXPECT_EQ(bytes[16 * (2 * k + 1) + 20 - 16], 0x88 - 0x11 * k);
  }
}

TEST(ThreadBytes, OnlyLanesThatCountMakeTheRegisterWide) {
  WarpRegister lanes;
  lanes[0] = 0x12345678;
  lanes[1] = 300;
  EXPECT_EQ(thread_compress(lanes).widest, 3);
  EXPECT_EQ(thread_compress(lanes, ~1u).widest, 1);
  EXPECT_EQ(thread_compress(lanes, ~3u).widest, 0);
  EXPECT_EQ(thread_compress(lanes, 0).widest, 0);
}

TEST(ThreadBytes, WhateverTheBytesBeyondAWidthShowTheLaneComesBack) {
  const std::uint64_t seed = 5;
  SCOPED_TRACE(seed);
  Random random(seed);
  for (int n = 0; n < 2000; ++n) {
    WarpRegister lanes;
    for (auto& lane : lanes.lane)
      lane = static_cast<std::uint32_t>(static_cast<std::int32_t>(random()) >> 8 * random.below(4));
    ThreadBytes out = thread_compress(lanes);
    auto* bytes = reinterpret_cast<std::uint8_t*>(out.data.lane.data());
    for (unsigned i = 0; i < warp_size; ++i)
      for (unsigned k = thread_width(out.widths, i) + 1; k < 4; ++k)
        bytes[warp_size * k + i] = static_cast<std::uint8_t>(random());
    ASSERT_EQ(thread_decompress(out.data, out.widths), lanes);
  }
}

TEST(ThreadBytes, MasksAndBanks) {
  EXPECT_EQ(width_mask(0), 0u);
  EXPECT_EQ(width_mask(all_lanes), all_widest);
  EXPECT_EQ(width_mask(0x80000001u), 0xc000000000000003u);
  EXPECT_EQ(widest_of(0), 0u);
  for (unsigned lane = 0; lane < warp_size; ++lane)
    for (unsigned w = 0; w <= widest_thread; ++w)
      EXPECT_EQ(widest_of(ThreadWidths{w} << (2 * lane)), w) << lane;
  EXPECT_EQ(widest_of(0b01'10), 2u);
  EXPECT_EQ(thread_banks(0), 2u);
  EXPECT_EQ(thread_banks(widest_thread), 8u);
}

}  // namespace
}  // namespace heddle::thread_bytes_test
