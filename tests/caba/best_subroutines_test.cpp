// SPDX-License-Identifier: Apache-2.0
// The subroutines of the best of BDI, FPC and C-Pack against the codec: bit for bit.
#include <gtest/gtest.h>

#include "hw/caba/subroutines/line_subroutines.hpp"
#include "hw/line_compression/line_compressor.hpp"
#include "models/base/config_tree.hpp"
#include "models/base/registry.hpp"
#include "models/line_compression/best_line.hpp"
#include "tests/caba/subroutine_lines.hpp"

namespace heddle::best_subroutines_test {
namespace {

/// Executes the subroutine that an event triggers; returns how many instructions it took.
std::uint64_t trigger(const LineSubroutines& all, unsigned event, LineSlot& slot) {
  return run_subroutine(all.subroutines.at(all.of_event.at(event)), slot);
}

/// Counts of the lines that each codec has stored; the last are those that stay as they are.
using Counts = std::array<unsigned, best_codecs + 1>;

class BestSubroutines : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Ways, BestSubroutines, testing::Values("best", "best_ideal"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(BestSubroutines, DoAsTheCodec) {
  constexpr unsigned seed = 1573;
  const LineSubroutines all = Registry<LineSubroutinesEntry>::instance().find(GetParam()).make({});
  SubroutineLines lines(seed);
  Counts seen{};
  for (unsigned n = 0; n < lines_to_try(40'000); ++n) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", line " + std::to_string(n));
    const LineBytes line = lines.next();
    const StoredLine expected = all.codec->encode(line);
    LineSlot slot = slot_of(line, 128, false);
    trigger(all, all.event_of_store(line), slot);
    ASSERT_EQ(slot.word(LineSlot::compressed_at), expected.encoding);
    ASSERT_EQ(slot.word(LineSlot::length_at), expected.length);
    ASSERT_EQ(std::memcmp(slot.bytes.data(), expected.bits.data(), expected.length), 0);
    if (expected.encoding == 0) {
      ++seen[best_codecs];
      continue;
    }
    ++seen[static_cast<unsigned>(best_line_open(expected.bits)->codec)];
    slot = stored_slot(expected.bits, expected.length);
    trigger(all, LineSubroutines::event_of_load(expected.bits[0]), slot);
    ASSERT_EQ(std::memcmp(slot.bytes.data(), line.data(), line.size()), 0);
  }
  for (const unsigned count : seen) EXPECT_GT(count, 300u);
}

/// With caba.controllers_compress.
TEST_P(BestSubroutines, DoAsTheHardware) {
  const LineSubroutines all = Registry<LineSubroutinesEntry>::instance().find(GetParam()).make({});
  ConfigTree tree;
  for (const std::string& setting : all.hardware_settings) tree.set(setting);
  const LineCompressor hardware = Registry<LineCompressorEntry>::instance().find(all.hardware).make(tree);
  SubroutineLines lines(9512);
  for (unsigned n = 0; n < lines_to_try(5'000); ++n) {
    const LineBytes line = lines.next();
    const StoredLine by_hardware = hardware.codec->encode(line), expected = all.codec->encode(line);
    ASSERT_EQ(by_hardware.bits, expected.bits) << "line " << n;
    ASSERT_EQ(by_hardware.encoding, expected.encoding) << "line " << n;
  }
}

/// The selection is what takes instructions: the same lines without it take fewer, unless BDI is chosen at
/// once.
TEST(BestSubroutines, TakeMoreInstructionsThanTheChosenOne) {
  const auto& ways = Registry<LineSubroutinesEntry>::instance();
  const LineSubroutines best = ways.find("best").make({}), ideal = ways.find("best_ideal").make({});
  SubroutineLines lines(7351);
  for (unsigned n = 0; n < lines_to_try(2'000); ++n) {
    const LineBytes line = lines.next();
    LineSlot slot = slot_of(line, 128, false);
    const auto all_three = trigger(best, best.event_of_store(line), slot);
    slot = slot_of(line, 128, false);
    const auto alone = trigger(ideal, ideal.event_of_store(line), slot);
    const StoredLine stored = best.codec->encode(line);
    if (stored.encoding != 0 && stored.bits[0] <= static_cast<unsigned>(BdiLineEncoding::base8_delta1))
      EXPECT_LE(all_three, alone + 8);
    else
      EXPECT_GT(all_three, alone) << "line " << n;
  }
}

}  // namespace
}  // namespace heddle::best_subroutines_test
