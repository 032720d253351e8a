// SPDX-License-Identifier: Apache-2.0
// An L1 that holds lines as they come, which assist warps or hardware decode at each hit (Vijaykumar2015,
// section 7.5): it holds more of them with more tags, and what the program reads is right.
#include <gtest/gtest.h>

#include "tests/gpu/checked_workload.hpp"
#include "tests/gpu/hooks/encoded_lines.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle::l1_encoded_test {
namespace {

/// Each of 32 threads sums up all words of 24 KB, four times, and stores the sum behind them.
const std::string sums = R"(
mov.u32 %r5, 0;
mov.u32 %r6, 0;
mul.wide.u32 %rd2, %r0, 4;
add.s64 %rd2, %rd1, %rd2;
PASS:
mov.u64 %rd3, %rd2;
mov.u32 %r7, 0;
LINE:
ld.global.u32 %r8, [%rd3];
add.u32 %r5, %r5, %r8;
add.s64 %rd3, %rd3, 128;
add.u32 %r7, %r7, 1;
setp.lt.u32 %p1, %r7, 192;
@%p1 bra LINE;
add.u32 %r6, %r6, 1;
setp.lt.u32 %p1, %r6, 4;
@%p1 bra PASS;
st.global.u32 [%rd3], %r5;
)";

struct Point {
  std::string name, technique, setting;
  bool encoded;
  unsigned tags;
  unsigned misses, encoded_hits;  ///< of 4 x 192 loads
};

class EncodedL1Lines : public testing::TestWithParam<Point> {};

/// 24 KB pass through an L1 of 16 KB; compressed lines of a third of their size are hit in three passes of
/// four where they are held compressed, with more tags.
TEST_P(EncodedL1Lines, AreHitWhereTheyHaveRoom) {
  const Point& point = GetParam();
  GpuConfig config = PtxRun::one_sm();
  config.l2 = whole_lines(config.l2);
  config.sm.load_store.l1d_encoded = point.encoded;
  config.sm.load_store.l1d_tags = point.tags;
  PtxRun test(sums, point.technique, config, {point.setting});
  constexpr unsigned words = 192 * 32;
  std::vector<std::uint32_t> values(words + 32);
  for (unsigned k = 0; k < words; ++k) values[k] = 1'000'000 + k % 50;
  const DevicePointer data = test.gpu.upload(values);
  test.gpu.launch_with(test.kernel, {1}, {32}, data);
  const auto sum = test.gpu.download<std::uint32_t>(data + 4 * words, 32);
  for (unsigned lane = 0; lane < 32; ++lane) {
    std::uint32_t expected = 0;
    for (unsigned k = lane; k < words; k += 32) expected += 4 * values[k];
    EXPECT_EQ(sum[lane], expected);
  }
  EXPECT_EQ(test.sm("l1d.read_misses"), point.misses);
  if (!point.encoded) return;
  EXPECT_EQ(test.sm("l1d.encoded_hits"), point.encoded_hits);
  if (point.encoded_hits == 0) return;
  EXPECT_EQ(test.sm("memory.edge.decoded_lines"), test.sm("l1d.encoded_fills") + point.encoded_hits)
      << "one warp: no hit finds another one that waits";
}

const std::string sm = "line_compression.where=sm", controller = "line_compression.where=controller";
INSTANTIATE_TEST_SUITE_P(
    Points, EncodedL1Lines,
    testing::Values(Point{"assist_warps_whole", "caba", "caba.what=bdi", false, 1, 768, 0},
                    Point{"assist_warps", "caba", "caba.what=bdi", true, 1, 768, 0},
                    Point{"assist_warps_two_tags", "caba", "caba.what=bdi", true, 2, 192, 576},
                    Point{"hardware", "line_compression", sm, true, 1, 768, 0},
                    Point{"hardware_two_tags", "line_compression", sm, true, 2, 192, 576},
                    Point{"decoded_below", "line_compression", controller, true, 2, 768, 0}),
    [](const auto& info) { return info.param.name; });

/// A toy codec at the SMs, whose lines stay encoded in an L1 of 2 KB.
GpuConfig toy_machine() {
  GpuConfig config;
  config.sms = 4;
  config.l2 = whole_lines(config.l2);
  config.sm.load_store.l1d.bytes = 2048;
  config.sm.load_store.l1d_encoded = true;
  config.sm.load_store.l1d_tags = 4;
  return config;
}
Techniques toy(const std::vector<EdgePlace>& at = {EdgePlace::sm}) {
  return {std::make_shared<EncodedLines>(EncodedLines::Choice{"toy", at})};
}

/// Codecs below decode their layers on the way up: those are not what the L1 holds.
TEST(EncodedL1Toy, AllWorkloadsAgreeWithTandemExecution) {
  using enum EdgePlace;
  for (const auto& at : std::vector<std::vector<EdgePlace>>{{sm}, {l2}, {sm, l2, controller}})
    for (const std::string& name : Registry<Workload>::instance().names()) {
      SCOPED_TRACE(fmt::format("{} with {} edges", name, at.size()));
      const CheckedWorkload found = checked_workload(name, toy_machine(), toy(at));
      EXPECT_EQ(found.mismatches, 0);
      EXPECT_GT(found.instructions, 0);
    }
}

TEST(EncodedL1Toy, SkippedCyclesChangeNoStatistic) {
  std::vector<std::vector<double>> found;
  for (const bool skips : {true, false})
    found.push_back(in_child(3, [&] {
      GpuConfig config = toy_machine();
      config.skip_idle_cycles = skips;
      StatGroup stats;
      SimulatedGpu gpu(config, toy(), nullptr, stats);
      const WorkloadResult result = Registry<Workload>::instance().find("spmv").run(gpu, {.small = true});
      gpu.gpu().settle();
      return std::vector{result.passed() ? stats.number("cycles") : -1,
                         stats.number("sm_total.l1d.encoded_hits"),
                         static_cast<double>(std::hash<std::string>{}(text_of(stats)) >> 12)};
    }));
  EXPECT_EQ(found[0], found[1]);
  EXPECT_GT(found[0][0], 0);
  EXPECT_GT(found[0][1], 0);
}

}  // namespace
}  // namespace heddle::l1_encoded_test
