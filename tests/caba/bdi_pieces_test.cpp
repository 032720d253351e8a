// SPDX-License-Identifier: Apache-2.0
// Which bases and deltas the coalescer finds for the bytes that a lane wants of a line that BDI has stored.
#include "models/caba/bdi_pieces.hpp"

#include <gtest/gtest.h>

#include "tests/caba/subroutine_lines.hpp"

namespace heddle::bdi_pieces_test {
namespace {

/// As the subroutines add them up.
std::array<unsigned char, 24> sum(std::span<const LinePiece> pieces) {
  std::array<unsigned char, 24> bytes{};
  for (const LinePiece& p : pieces) {
    const std::uint64_t value = p.base + static_cast<std::uint64_t>(std::int64_t{p.delta});
    const std::uint64_t wanted = value >> p.shift;
    std::memcpy(&bytes[p.at], &wanted, sizeof wanted);
  }
  return bytes;
}

TEST(BdiPieces, GiveTheBytesOfTheLine) {
  constexpr unsigned seed = 7604;
  SubroutineLines lines(seed);
  std::array<unsigned, PieceSlot::most + 1> counts{};
  std::array<unsigned, bdi_line_encodings> encodings{};
  for (unsigned n = 0; n < 20'000; ++n) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", line " + std::to_string(n));
    const LineBytes line = lines.next();
    const BdiLine stored = bdi_line_compress(line, BdiBase::first_value);
    if (!stored.compressed) continue;
    ++encodings[stored.bytes[0]];
    LineBytes bytes = stored.bytes;
    std::fill(bytes.begin() + stored.length, bytes.end(), 0xa5);  // they mean nothing
    for (unsigned count = 1; count <= 16; count *= 2)
      for (unsigned offset = 0; offset < 128; offset += count) {
        std::array<LinePiece, PieceSlot::most> pieces;
        const unsigned found = bdi_pieces(bytes, offset, count, pieces);
        ++counts[found];
        const auto got = sum(std::span(pieces).first(found));
        ASSERT_EQ(std::memcmp(got.data(), &line[offset], count), 0) << count << " bytes at " << offset;
      }
  }
  for (const unsigned found : {1, 2, 4, 8}) EXPECT_GT(counts[found], 1000u);
  for (const unsigned of : encodings) EXPECT_GT(of, 100u);
}

/// A value that is wanted in part, and the worked example of a distance from zero.
TEST(BdiPieces, AreTakenFromBaseOrZero) {
  LineBytes line{};
  for (unsigned k = 0; k < 32; ++k) {
    const std::uint32_t value = k % 2 == 0 ? 0x12345600 + k : k;
    std::memcpy(&line[4 * k], &value, 4);
  }
  const BdiLine stored = bdi_line_compress(line, BdiBase::first_value);
  ASSERT_EQ(stored.bytes[0], static_cast<unsigned char>(BdiLineEncoding::base4_delta1));
  std::array<LinePiece, PieceSlot::most> pieces;
  ASSERT_EQ(bdi_pieces(stored.bytes, 4 * 6 + 2, 2, pieces), 1u);
  EXPECT_EQ(pieces[0].base, 0x12345600u);
  EXPECT_EQ(pieces[0].delta, 6);
  EXPECT_EQ(pieces[0].shift, 16);
  ASSERT_EQ(bdi_pieces(stored.bytes, 4 * 7, 8, pieces), 2u) << "values of 4 bytes: two for 8 bytes";
  EXPECT_EQ(pieces[0].base, 0u);
  EXPECT_EQ(pieces[0].delta, 7);
  EXPECT_EQ(pieces[1].base, 0x12345600u);
  EXPECT_EQ(pieces[1].at, 4);
}

}  // namespace
}  // namespace heddle::bdi_pieces_test
