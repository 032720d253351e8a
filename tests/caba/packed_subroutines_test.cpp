// SPDX-License-Identifier: Apache-2.0
// The subroutines of FPC in segments of eight words and of C-Pack with four dictionary values against the
// codecs: bit for bit.
#include <gtest/gtest.h>

#include <functional>

#include "models/line_compression/cpack_ahead.hpp"
#include "models/line_compression/fpc_segments.hpp"
#include "tests/caba/subroutine_lines.hpp"

namespace heddle::packed_subroutines_test {
namespace {

struct Stored {
  LineBytes bytes{};
  unsigned length = 0;
  bool compressed = false;
};

struct Codec {
  std::string name;
  std::function<Stored(const LineBytes&)> compress;
};

const Codec fpc{"fpc", [](const LineBytes& line) {
                  const FpcLine made = fpc_segments_compress(line, 8);
                  return Stored{made.bytes, made.length, made.compressed};
                }};
const Codec cpack{"cpack", [](const LineBytes& line) {
                    const CpackLine made = cpack_ahead_compress(line);
                    return Stored{made.bytes, made.length, made.compressed};
                  }};

class PackedSubroutines : public testing::TestWithParam<Codec> {};

TEST_P(PackedSubroutines, DoAsTheCodec) {
  constexpr unsigned seed = 5014;
  const Subroutine compress = subroutine(GetParam().name + "/compress"),
                   decompress = subroutine(GetParam().name + "/decompress");
  SubroutineLines lines(seed);
  std::array<unsigned, 129> lengths{};
  for (unsigned n = 0; n < lines_to_try(20'000); ++n) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", line " + std::to_string(n));
    const LineBytes line = lines.next();
    const Stored expected = GetParam().compress(line);
    LineSlot slot = slot_of(line, 128, false);
    run_subroutine(compress, slot);
    ASSERT_EQ(slot.word(LineSlot::compressed_at), expected.compressed ? 1u : 0u);
    ASSERT_EQ(slot.word(LineSlot::length_at), expected.length);
    ASSERT_EQ(std::memcmp(slot.bytes.data(), expected.bytes.data(), expected.length), 0);
    ++lengths[expected.length];
    if (!expected.compressed) continue;
    slot = stored_slot(expected.bytes, expected.length);
    run_subroutine(decompress, slot);
    ASSERT_EQ(std::memcmp(slot.bytes.data(), line.data(), line.size()), 0);
  }
  EXPECT_GT(lengths[128], 500u);
  EXPECT_GT(std::count_if(lengths.begin(), lengths.end(), [](unsigned count) { return count > 10; }), 8);
}

INSTANTIATE_TEST_SUITE_P(Codecs, PackedSubroutines, testing::Values(fpc, cpack),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace heddle::packed_subroutines_test
