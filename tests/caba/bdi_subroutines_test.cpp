// SPDX-License-Identifier: Apache-2.0
// The subroutines of BDI against the codec: bit for bit.
#include <gtest/gtest.h>

#include "tests/caba/subroutine_lines.hpp"

namespace heddle::bdi_subroutines_test {
namespace {

constexpr unsigned seed = 2015;

TEST(BdiSubroutines, CompressAsTheCodec) {
  const Subroutine compress = subroutine("bdi/compress");
  std::array<unsigned, bdi_line_encodings + 1> seen{};
  SubroutineLines lines(seed);
  for (unsigned n = 0; n < lines_to_try(20'000); ++n) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", line " + std::to_string(n));
    const LineBytes line = lines.next();
    const BdiLine expected = bdi_line_compress(line, BdiBase::first_value);
    LineSlot slot = slot_of(line, 128, false);
    run_subroutine(compress, slot);
    ASSERT_EQ(slot.word(LineSlot::compressed_at), expected.compressed ? 1u : 0u);
    ASSERT_EQ(slot.word(LineSlot::length_at), expected.length);
    ASSERT_EQ(std::memcmp(slot.bytes.data(), expected.bytes.data(), expected.length), 0);
    ++seen[expected.compressed ? expected.bytes[0] : bdi_line_encodings];
  }
  for (const unsigned count : seen) EXPECT_GT(count, 30u);
}

/// With the encoding first that succeeded last; a line that none holds changes nothing about it. Wide
/// encodings hold what narrow ones do, and stay; so each history has 20 lines only.
TEST(BdiSubroutines, BeginWithTheEncodingThatSucceededLast) {
  const Subroutine compress = subroutine("bdi_last/compress");
  std::array<unsigned, bdi_line_encodings> holds{}, does_not_hold{};
  unsigned changed = 0;
  SubroutineLines lines(seed + 2);
  auto last = BdiLineEncoding::zero;
  for (unsigned n = 0; n < lines_to_try(40'000); ++n) {
    SCOPED_TRACE("seed " + std::to_string(seed + 2) + ", line " + std::to_string(n));
    const LineBytes line = lines.next();
    if (n % 20 == 0) last = BdiLineEncoding(n / 20 % bdi_line_encodings);
    const auto packed = bdi_line_pack(line, last, BdiBase::first_value);
    const BdiLine expected = packed ? *packed : bdi_line_compress(line, BdiBase::first_value);
    LineSlot slot = slot_of(line, 128, false);
    slot.set_word(LineSlot::last_at, static_cast<std::uint32_t>(last));
    run_subroutine(compress, slot);
    ASSERT_EQ(slot.word(LineSlot::compressed_at), expected.compressed ? 1u : 0u);
    ASSERT_EQ(slot.word(LineSlot::length_at), expected.length);
    ASSERT_EQ(std::memcmp(slot.bytes.data(), expected.bytes.data(), expected.length), 0);
    const bool held = expected.compressed && BdiLineEncoding(expected.bytes[0]) == last;
    ++(held ? holds : does_not_hold)[static_cast<unsigned>(last)];
    changed += expected != bdi_line_compress(line, BdiBase::first_value);
    if (expected.compressed) last = BdiLineEncoding(expected.bytes[0]);
  }
  for (const unsigned count : holds) EXPECT_GT(count, 30u);
  for (const unsigned count : does_not_hold) EXPECT_GT(count, 30u);
  EXPECT_GT(changed, 300u);
}

TEST(BdiSubroutines, DecompressAsTheCodec) {
  std::vector<Subroutine> decompress;
  for (unsigned e = 0; e < bdi_line_encodings; ++e)
    decompress.push_back(subroutine("bdi/decompress_" + std::string(name(BdiLineEncoding(e)))));
  SubroutineLines lines(seed + 1);
  for (unsigned n = 0; n < lines_to_try(10'000); ++n) {
    SCOPED_TRACE("seed " + std::to_string(seed + 1) + ", line " + std::to_string(n));
    const LineBytes line = lines.next();
    for (const BdiBase base : {BdiBase::first_value, BdiBase::first_wide})
      for (unsigned e = 0; e < bdi_line_encodings; ++e) {
        const auto packed = bdi_line_pack(line, BdiLineEncoding(e), base);
        if (!packed) continue;
        LineSlot slot = stored_slot(packed->bytes, packed->length);
        run_subroutine(decompress[e], slot);
        ASSERT_EQ(std::memcmp(slot.bytes.data(), line.data(), line.size()), 0) << e;
      }
  }
}

}  // namespace
}  // namespace heddle::bdi_subroutines_test
