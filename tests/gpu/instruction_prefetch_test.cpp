// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "tests/gpu/in_child.hpp"

namespace heddle::instruction_prefetch_test {
namespace {

GpuConfig prefetching(InstructionPrefetch policy) {
  GpuConfig config = PtxRun::one_sm();
  config.sm.l1i_prefetch = policy;
  return config;
}
std::string additions(unsigned count) {
  std::string body;
  for (unsigned k = 0; k < count; ++k) body += "add.u32 %r1, %r1, 3;\n";
  return body;
}

constexpr unsigned line_words = 128 / CodeImage::word_bytes;

struct Seen {
  double cycles, lines, misses, prefetches, useful, late;
};
/// A launch of one warp; `lines`: of the code, without metadata.
Seen launch(const std::string& body, const GpuConfig& config) {
  const auto s = in_child(6, [&] {
    PtxRun run(body, "", config);
    run.run(32, 32);
    const bool none = config.sm.l1i_prefetch == InstructionPrefetch::none;
    const auto count = [&](const char* name) { return none ? 0 : run.sm(std::string("l1i.") + name); };
    const auto words = static_cast<double>(run.kernel.code.size());
    return std::vector{run.cycles(),        std::ceil(words / line_words), run.sm("l1i.misses"),
                       count("prefetches"), count("useful_prefetches"),    count("late_prefetches")};
  });
  return {s[0], s[1], s[2], s[3], s[4], s[5]};
}

TEST(InstructionPrefetch, StraightCodeMissesInEverySecondLineOrInTheFirstAlone) {
  const std::string body = additions(160);
  const Seen none = launch(body, prefetching(InstructionPrefetch::none)),
             misses = launch(body, prefetching(InstructionPrefetch::misses)),
             always = launch(body, prefetching(InstructionPrefetch::always));
  EXPECT_EQ(none.misses, none.lines);
  EXPECT_EQ(misses.misses, std::ceil(none.lines / 2));
  EXPECT_EQ(misses.prefetches, std::floor(none.lines / 2));
  EXPECT_EQ(misses.useful, misses.prefetches);
  EXPECT_EQ(always.misses, 1);
  EXPECT_EQ(always.prefetches, none.lines - 1);
  EXPECT_EQ(always.useful, always.prefetches);
  EXPECT_LT(misses.cycles, none.cycles);
  EXPECT_LT(always.cycles, misses.cycles);
}

/// The warp comes to the next line before that has come from memory; then the one behind it is asked for,
/// too, and comes at the same time.
TEST(InstructionPrefetch, ALateOneIsCounted) {
  GpuConfig config = prefetching(InstructionPrefetch::always);
  config.l2.rop_latency = 1000;
  const Seen s = launch(additions(160), config);
  EXPECT_GE(s.late, std::floor(s.prefetches / 2));
  EXPECT_LT(s.late, s.useful);
}

/// One that fits into the cache gains in its first iteration, a longer one in each.
TEST(InstructionPrefetch, ALoopLongerThanALineGains) {
  const auto gain = [](unsigned length, unsigned iterations) {
    const std::string body = looped(additions(length), iterations);
    return launch(body, prefetching(InstructionPrefetch::none)).cycles -
           launch(body, prefetching(InstructionPrefetch::always)).cycles;
  };
  EXPECT_GT(gain(40, 2), 100);
  EXPECT_GT(gain(300, 6), 2 * gain(300, 2));
}

/// The lines of the code that a launch asks for, as numbers from its first one on.
std::set<std::uint64_t> asked_for(PtxRun& run) {
  std::set<std::uint64_t> lines;
  run.gpu.gpu().sm(0).port.taps().add([&](tlm::tlm_generic_payload& t, tlm::tlm_phase phase) {
    if (phase == tlm::BEGIN_REQ && t.get_address() >= Launch::code_address)
      lines.insert((t.get_address() - Launch::code_address) / 128);
  });
  run.run(32, 32);
  return lines;
}

/// The last word of the code is the last one of a line, or the first one.
TEST(InstructionPrefetch, NothingBehindTheCodeIsAskedFor) {
  const std::size_t rest = ptx::load_module(PtxRun::text(""), "test.ptx").front().code.size();
  for (const unsigned more : {0u, 1u}) {
    const auto words = 5 * line_words + more;
    const auto lines = in_child(2, [&] {
      PtxRun run(additions(static_cast<unsigned>(words - rest)), "",
                 prefetching(InstructionPrefetch::always));
      EXPECT_EQ(run.kernel.code.size(), words);
      const auto asked = asked_for(run);
      return std::vector{static_cast<double>(asked.size()), static_cast<double>(*asked.rbegin())};
    });
    EXPECT_EQ(lines[0], 5 + more);
    EXPECT_EQ(lines[1], 4 + more);
  }
}

/// Words of metadata stand in the code: its lines are more than those of its instructions.
TEST(InstructionPrefetch, CodeWithMetadataIsFetchedToItsEnd) {
  std::string body;
  for (unsigned k = 0; k < 60; ++k) body += fmt::format("add.u32 %r{}, %r{}, 3;\n", k % 8 + 1, k % 5 + 1);
  const auto lines = [&](InstructionPrefetch policy) {
    return in_child(2, [&] {
      PtxRun run(body, "register_virtualization", prefetching(policy));
      const auto asked = asked_for(run);
      EXPECT_GT(asked.size(), run.kernel.code.size() / line_words);
      return std::vector{static_cast<double>(asked.size()), static_cast<double>(*asked.rbegin())};
    });
  };
  EXPECT_EQ(lines(InstructionPrefetch::none), lines(InstructionPrefetch::always));
}

/// The missed line has the only one.
TEST(InstructionPrefetch, WithoutAFreeMshrThereIsNone) {
  GpuConfig config = prefetching(InstructionPrefetch::misses);
  config.sm.l1i.mshr_entries = 1;
  const Seen s = launch(additions(160), config);
  EXPECT_EQ(s.prefetches, 0);
  EXPECT_EQ(s.misses, s.lines);
}

/// A cache of one line: a prefetch would drive out the line that is in use.
TEST(InstructionPrefetch, TheLineThatIsAccessedStays) {
  GpuConfig config = prefetching(InstructionPrefetch::always);
  config.sm.l1i.bytes = 128;
  config.sm.l1i.ways = 1;
  const Seen s = launch(additions(160), config);
  EXPECT_EQ(s.prefetches, 0);
  EXPECT_EQ(s.misses, s.lines);
}

/// All lanes end while the line behind theirs is on its way.
const std::string early_end =
    additions(20) + "setp.ge.u32 %p1, %r0, 0;\n@%p1 ret;\n" + additions(60) + "st.global.u32 [%rd1], %r1;\n";

TEST(InstructionPrefetch, ALaunchEndsWhenItsPrefetchesHaveCome) {
  PtxRun run(early_end, "", prefetching(InstructionPrefetch::always));
  ptx::Kernel other = ptx::load_module(PtxRun::text(additions(100)), "other.ptx").front();
  for (unsigned k = 0; k < 3; ++k) {
    run.run(64, 64, 4);
    run.gpu.launch_with(other, {4}, {64}, DevicePointer{0});
  }
  EXPECT_GT(run.sm("l1i.prefetches"), run.sm("l1i.useful_prefetches"));
}

/// The last line of the code has one word, so that BDI compresses it. The second warp asks for it, and ends
/// while it is on its way; the assist warp that restores it has that warp as its parent. The first one
/// divides meanwhile.
TEST(InstructionPrefetch, AWarpEndsWhenItsCodeHasBeenRestored) {
  const auto body_with = [](unsigned more) {
    std::string body = "setp.ge.u32 %p2, %r0, 32;\n@%p2 bra FAST;\nmov.u32 %r3, %r0;\n";
    for (unsigned k = 0; k < 16; ++k) body += "div.u32 %r3, %r3, 3;\n";
    return body + "FAST:\n" + additions(60) + "setp.ge.u32 %p1, %r0, 0;\n@%p1 ret;\n" + additions(more);
  };
  const auto words = ptx::load_module(PtxRun::text(body_with(0)), "test.ptx").front().code.size();
  GpuConfig config = prefetching(InstructionPrefetch::always);
  config.l2.fetch = L2Fetch::line;
  config.l2.write_miss = L2WriteMiss::fetch;
  config.l2.rop_latency = 1000;
  config.no_progress_cycles = 20'000;
  PtxRun run(body_with(static_cast<unsigned>((2 * line_words - words % line_words + 1) % line_words)), "caba",
             config, {"caba.controllers_compress=true"});
  ASSERT_EQ(run.kernel.code.size() % line_words, 1u);
  run.run(64, 64);
  EXPECT_EQ(run.sm("memory.edge.decoded_lines"), 1);
  EXPECT_GT(run.sm("l1i.prefetches"), run.sm("l1i.useful_prefetches"));
}

}  // namespace
}  // namespace heddle::instruction_prefetch_test
