// SPDX-License-Identifier: Apache-2.0
// A toy technique with a result stage that counts the results passing it: alone, before the compressors, and
// in a chain whose order shows.
#include "hw/sm/banks/uncompressed.hpp"
#include "tests/gpu/in_child.hpp"
#include "tests/gpu/technique_of_test.hpp"

namespace heddle::counting_stage_test {
namespace {

/// Counts results, and applies a function to each value.
class CountingStage final : public SmTechnique, public ResultStage {
 public:
  using Change = std::uint32_t (*)(std::uint32_t);
  CountingStage(const SmTechniqueParts& parts, const char* name, Change change)
      : counted_(parts.stats.group("toy").counter(name, "warp registers", "that passed the stage")),
        change_(change) {}
  void attach(SmHooks& hooks, const SmStations&) override { hooks.add(static_cast<ResultStage&>(*this)); }
  bool takes(const RegisterWrite& w) const override { return !w.partial; }

  bool start(const RegisterWrite& w) override {
    ++counted_;
    RegisterWrite changed = w;
    for (unsigned lane = 0; lane < warp_size; ++lane) changed.data[lane] = change_(w.data[lane]);
    return register_.start(changed);
  }
  bool done(RegisterWrite& out) override { return register_.done(out); }

 private:
  Counter& counted_;
  const Change change_;
  ResultRegister register_;
};

std::uint32_t same(std::uint32_t v) { return v; }
/// Adds one to a single result of the kernel, which is the only value of this form.
std::uint32_t plus_one(std::uint32_t v) { return v >> 24 == 0x55 ? v + 1 : v; }
std::uint32_t twice(std::uint32_t v) { return v >> 24 == 0x55 ? (v & 0xff000000u) | (v & 0xffffffu) * 2 : v; }

std::shared_ptr<const Technique> stage(const char* name, CountingStage::Change change) {
  return technique_of<CountingStage>({Hook::result_stage}, name, change);
}

const std::string chain =
    "mul.lo.u32 %r1, %r0, 3;\nadd.u32 %r1, %r1, 7;\nmul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
    "st.global.u32 [%rd3], %r1;\n";

TEST(CountingStage, SeesEveryResultOnce) {
  PtxRun run(chain, {stage("results", same)}, PtxRun::one_sm());
  const auto out = run.run(64, 64);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[i], 3 * i + 7) << i;
  EXPECT_GT(run.sm("toy.results"), 0);
  EXPECT_EQ(run.sm("toy.results"), run.sm("register_file.writes"));
}

/// Divergent writes cannot be encoded, so they bypass the stages.
TEST(CountingStage, DoesNotSeeWhatPassesBeside) {
  PtxRun run("setp.lt.u32 %p1, %r0, 10;\n@%p1 mov.u32 %r1, 5;\n" + chain, {stage("results", same)},
             PtxRun::one_sm());
  run.run(32, 32);
  EXPECT_EQ(run.sm("register_file.partial_writes"), 1);
  EXPECT_EQ(run.sm("toy.results"), run.sm("register_file.writes") - 1);
}

/// Two stages take a cycle each, as a compressor of two cycles does; the second sees the values that the
/// first has changed.
TEST(CountingStage, StandsAheadOfTheCompressors) {
  Techniques both = techniques_of("warped_compression");
  both.insert(both.begin(), stage("results", same));
  PtxRun run(chain, both, PtxRun::one_sm());
  const auto out = run.run(64, 64);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[i], 3 * i + 7) << i;
  double compressed = 0;
  for (const char* form : {"base4_delta0", "base4_delta1", "base4_delta2", "uncompressed"})
    compressed += run.sm(fmt::format("register_file.warped_compression.compressor_{}", form));
  EXPECT_EQ(run.sm("toy.results"), compressed);
}

TEST(CountingStage, ChainsStandInTheOrderInWhichTheyAreNamed) {
  const std::string body =
      "mov.u32 %r1, 0x55000003;\nmul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
      "st.global.u32 [%rd3], %r1;\n";
  const auto result = [&](const Techniques& techniques) {
    return in_child(3, [&] {
      PtxRun run(body, techniques, PtxRun::one_sm());
      const auto out = run.run(32, 32);
      return std::vector{double(out[5]), run.sm("toy.first"), run.sm("toy.second")};
    });
  };
  const auto one = result({stage("first", plus_one), stage("second", twice)});
  const auto other = result({stage("first", twice), stage("second", plus_one)});
  EXPECT_EQ(one[0], 0x55000008u);
  EXPECT_EQ(other[0], 0x55000007u);
  EXPECT_EQ(one[1], one[2]);
}

/// Each further stage adds a cycle to every result that another instruction waits for.
TEST(CountingStage, TakesACycleEach) {
  const auto cycles = [](unsigned stages, unsigned length) {
    return in_child(1, [&] {
      constexpr std::array names{"first", "second", "third"};
      Techniques techniques;
      for (unsigned k = 0; k < stages; ++k) techniques.push_back(stage(names[k], same));
      std::string body = "mov.u32 %r1, 0;\n";
      for (unsigned k = 0; k < length; ++k) body += "add.u32 %r1, %r1, 3;\n";
      PtxRun run(body, techniques, PtxRun::one_sm());
      run.run(32, 32);
      return std::vector{run.cycles()};
    })[0];
  };
  for (const unsigned stages : {1u, 2u, 3u})
    EXPECT_NEAR((cycles(stages, 160) - cycles(stages, 60)) / 100 - (cycles(1, 160) - cycles(1, 60)) / 100,
                stages - 1, 0.2)
        << stages;
}

}  // namespace
}  // namespace heddle::counting_stage_test
