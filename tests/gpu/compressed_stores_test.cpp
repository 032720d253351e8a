// SPDX-License-Identifier: Apache-2.0
// What assist warps of an SM make of the lines that it stores, one after another: the same as subroutines
// without time, in as many instructions.
#include <gtest/gtest.h>

#include "hw/caba/subroutines/line_subroutines.hpp"
#include "models/line_compression/burst_lines.hpp"
#include "tests/caba/subroutine_lines.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::compressed_stores_test {
namespace {

constexpr unsigned lines = 60, words_of_line = 32;

// The warp copies a line to the second half of the buffer, and waits until that has been compressed.
const std::string copy = R"(
  mul.wide.u32 %rd2, %r0, 4;
  add.s64 %rd2, %rd2, %rd1;
  mov.u32 %r1, 0;
NEXT:
  ld.global.u32 %r2, [%rd2];
  st.global.u32 [%rd2+7680], %r2;
  mov.u32 %r3, 0;
WAIT:
  add.u32 %r3, %r3, 1;
  setp.lt.u32 %p0, %r3, 600;
  @%p0 bra WAIT;
  add.s64 %rd2, %rd2, 128;
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p0, %r1, 60;
  @%p0 bra NEXT;
)";

/// Lines of all kinds.
std::vector<LineBytes> some_lines() {
  SubroutineLines random(47);
  std::vector<LineBytes> all(lines);
  for (LineBytes& line : all) line = random.next();
  return all;
}

struct Sums {
  double instructions = 0, compressed = 0, bytes = 0;
};
/// What subroutines make of lines without time.
Sums expected(const LineSubroutines& way, const std::vector<LineBytes>& all) {
  Sums sums;
  std::uint32_t last = 0;
  for (const LineBytes& line : all) {
    LineSlot slot = slot_of(line, 128, false);
    slot.set_word(LineSlot::last_at, last);
    sums.instructions += static_cast<double>(
        run_subroutine(way.subroutines.at(way.of_event.at(way.event_of_store(line))), slot));
    StoredLine stored{.length = static_cast<std::uint8_t>(slot.word(LineSlot::length_at)),
                      .encoding = static_cast<std::uint8_t>(slot.word(LineSlot::compressed_at))};
    std::memcpy(stored.bits.data(), slot.bytes.data(), stored.length);
    if (stored.encoding != 0) last = stored.bits[0];
    stored = in_bursts(stored, line, 32);
    if (stored.encoding == 0) continue;
    ++sums.compressed;
    sums.bytes += stored.length;
  }
  return sums;
}

class CompressedStores : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Ways, CompressedStores,
                         testing::Values("bdi", "bdi_last", "fpc", "cpack", "best", "best_ideal"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(CompressedStores, AreAsWithoutTime) {
  const LineSubroutines way = Registry<LineSubroutinesEntry>::instance().find(GetParam()).make({});
  const std::vector<LineBytes> all = some_lines();
  std::vector<std::uint32_t> buffer(2 * lines * words_of_line);
  std::memcpy(buffer.data(), all.data(), lines * sizeof(LineBytes));
  GpuConfig config = PtxRun::one_sm();
  config.l2 = whole_lines(config.l2);
  PtxRun run(copy, "caba", config,
             {std::string("caba.what=") + GetParam(), "caba.store.words=1024", "caba.patience=1000000"});
  const DevicePointer at = run.gpu.upload(buffer);
  run.gpu.launch_with(run.kernel, {1}, {32}, at);
  const auto words = run.gpu.download<std::uint32_t>(at, static_cast<unsigned>(buffer.size()));
  EXPECT_EQ(std::memcmp(&words[lines * words_of_line], all.data(), lines * sizeof(LineBytes)), 0);

  const Sums sums = expected(way, all);
  EXPECT_EQ(run.sm("caba.low.ended"), lines);
  EXPECT_EQ(run.sm("caba.low.killed"), 0);
  EXPECT_EQ(run.sm("caba.low.instructions"), sums.instructions);
  EXPECT_EQ(run.sm("memory.edge.encoded_lines"), sums.compressed);
  EXPECT_EQ(run.sm("memory.edge.encoded_bytes"), sums.bytes);
  EXPECT_GT(sums.compressed, lines / 5);
}

}  // namespace
}  // namespace heddle::compressed_stores_test
