// SPDX-License-Identifier: Apache-2.0
// Fat binaries as nvcc writes them: entries of PTX and of machine code, as they are or compressed.
#include "tb/exec/fat_binary.hpp"

#include <gtest/gtest.h>
#include <lz4.h>
#include <zstd.h>

#include <cstring>

#include "models/base/error.hpp"
#include "models/base/random.hpp"

namespace heddle::exec::fat_binary_test {
namespace {

using Bytes = std::vector<std::byte>;

const std::string text = ".version 6.0\n.target sm_75\n.address_size 64\n" + std::string(500, '\n');

void put(Bytes& to, std::size_t at, std::uint64_t value, std::size_t bytes) {
  std::memcpy(to.data() + at, &value, bytes);
}

/// An entry of sm_75 whose head has 80 bytes, as those of nvcc 13 have.
Bytes entry(unsigned kind, const std::string& stored, std::uint64_t flags, std::uint64_t text_bytes) {
  constexpr std::size_t head = 80;
  const std::size_t padded = (stored.size() + 7) / 8 * 8;
  Bytes e(head + padded);
  put(e, 0, kind, 2);
  put(e, 2, 0x101, 2);
  put(e, 4, head, 4);
  put(e, 8, padded, 8);
  put(e, 16, stored.size(), 4);
  put(e, 28, 75, 4);
  put(e, 40, flags, 8);
  put(e, 56, text_bytes, 8);
  std::memcpy(e.data() + head, stored.data(), stored.size());
  return e;
}

Bytes binary_of(const std::vector<Bytes>& entries) {
  Bytes b(16);
  put(b, 0, 0xba55ed50, 4);
  put(b, 4, 1, 2);
  put(b, 6, 16, 2);
  for (const Bytes& e : entries) b.insert(b.end(), e.begin(), e.end());
  put(b, 8, b.size() - 16, 8);
  return b;
}

Bytes compressed(bool zstd) {
  std::string stored(2000, '\0');
  const std::size_t bytes =
      zstd ? ZSTD_compress(stored.data(), stored.size(), text.data(), text.size(), 3)
           : static_cast<std::size_t>(LZ4_compress_default(
                 text.data(), stored.data(), static_cast<int>(text.size()), static_cast<int>(stored.size())));
  stored.resize(bytes);
  return binary_of(
      {entry(2, "machine code", 0x11, 0), entry(1, stored, zstd ? 0x8011 : 0x2011, text.size())});
}

TEST(FatBinary, HasWhatWasPutInto) {
  const auto entries = read_fat_binary(write_fat_binary(text, 50));
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_TRUE(entries[0].is_ptx);
  EXPECT_EQ(entries[0].architecture, 50u);
  EXPECT_EQ(entries[0].ptx, text);
}

TEST(FatBinary, MayBeCompressed) {
  for (const bool zstd : {false, true}) {
    const auto entries = read_fat_binary(compressed(zstd));
    ASSERT_EQ(entries.size(), 2u);
    EXPECT_FALSE(entries[0].is_ptx);
    EXPECT_EQ(entries[0].architecture, 75u);
    EXPECT_EQ(entries[1].ptx, text);
  }
}

TEST(FatBinary, ThatIsCutShortIsRefused) {
  for (const Bytes& whole : {write_fat_binary(text, 50), compressed(false), compressed(true)})
    for (std::size_t bytes = 0; bytes < whole.size(); ++bytes)
      EXPECT_THROW(read_fat_binary(std::span(whole).first(bytes)), Error) << bytes;
}

TEST(FatBinary, OfOtherBytesIsReadOrRefused) {
  Random random(1);
  for (int k = 0; k < 2000; ++k) {
    Bytes b = compressed(random.one_in(2));
    for (std::uint64_t n = 1 + random.below(3); n != 0; --n)
      b[random.below(b.size())] = static_cast<std::byte>(random.below(256));
    try {
      read_fat_binary(b);
    } catch (const Error&) {
    }
  }
}

TEST(FatBinary, WithATextOfTerabytesIsRefused) {
  EXPECT_THROW(read_fat_binary(binary_of({entry(1, "x", 0x8011, std::uint64_t{1} << 40)})), Error);
}

}  // namespace
}  // namespace heddle::exec::fat_binary_test
