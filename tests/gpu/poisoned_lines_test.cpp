// SPDX-License-Identifier: Apache-2.0
// What a decoder gets of a line is what the line pays for: its stored bits, how many bursts they are, and
// that it is compressed. All else that the simulator knows is poisoned here, and nothing changes.
#include <gtest/gtest.h>

#include <map>

#include "models/base/random.hpp"
#include "tests/gpu/in_child.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/gpu/several_codes.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle {
namespace {

/// What is poisoned: what is not paid for, but for the address where encoders have hardware that goes by it;
/// as controls a bit that is stored, too, or one of those that name the line's code.
enum class Poison { none, unpaid, unpaid_but_address, paid, number };

/// Must not be asked: the blocks restore lines by themselves.
class NoCodec final : public LineCodec {
 public:
  StoredLine encode(std::span<const unsigned char>) const override { throw std::logic_error("encodes"); }
  void decode(const StoredLine&, std::span<unsigned char>) const override {
    throw std::logic_error("decodes");
  }
};

/// Another executor, which gets each job with poison in all that is not paid for.
class PoisoningExecutor final : public LineExecutor {
 public:
  PoisoningExecutor(std::unique_ptr<LineExecutor> executor, Poison poison, std::uint64_t& poisoned)
      : executor_(std::move(executor)), poison_(poison), poisoned_(poisoned) {}

  bool start(LineJob& job) override {
    const LineJob before = job;
    job.codec = &no_codec_;
    if (!job.encodes || poison_ != Poison::unpaid_but_address) job.address = random_();
    if (job.encodes) {
      job.stored = {.length = byte(), .encoding = byte(), .epoch = byte()};
      for (unsigned char& b : job.stored.bits) b = byte();
    } else {
      for (unsigned char& b : job.line) b = byte();
      job.stored.encoding = static_cast<std::uint8_t>(1 + random_.below(255));
      job.stored.epoch = byte();
      if (poison_ == Poison::paid) job.stored.bits[1] ^= 1;
      if (poison_ == Poison::number) job.stored.bits[2] ^= 1;  // behind 21 bits of pointers
    }
    if (executor_->start(job)) {
      before_[&job] = {before.codec, before.address};
      ++poisoned_;
      return true;
    }
    job = before;
    return false;
  }
  bool done(LineJob& job) override {
    if (!executor_->done(job)) return false;
    std::tie(job.codec, job.address) = before_.at(&job);  // of the edge, which keeps them there
    return true;
  }
  Cycle done_at(const LineJob& job) const override { return executor_->done_at(job); }
  Cycle start_at(bool encodes) const override { return executor_->start_at(encodes); }

 private:
  std::uint8_t byte() { return static_cast<std::uint8_t>(random_()); }

  const std::unique_ptr<LineExecutor> executor_;
  const Poison poison_;
  std::uint64_t& poisoned_;
  const NoCodec no_codec_;
  Random random_{1};
  std::map<const LineJob*, std::pair<const LineCodec*, std::uint64_t>> before_;
};

/// A technique whose edges have such executors.
class PoisonedLines final : public Technique {
 public:
  PoisonedLines(std::shared_ptr<const Technique> technique, Poison poison)
      : technique_(std::move(technique)), poison_(poison) {}
  std::vector<Hook> hooks() const override { return technique_->hooks(); }
  void put_edges(LineEdges& edges) const override {
    technique_->put_edges(edges);
    for (LineEdges::Make& make : edges.make)
      if (make)
        make = [made = make, poison = poison_, &poisoned = poisoned_](const EdgeParts& parts) {
          EdgeUnits units = made(parts);
          if (units.executor)
            units.executor = std::make_unique<PoisoningExecutor>(std::move(units.executor), poison, poisoned);
          return units;
        };
  }
  std::uint64_t poisoned() const { return poisoned_; }

 private:
  const std::shared_ptr<const Technique> technique_;
  const Poison poison_;
  mutable std::uint64_t poisoned_ = 0;
};

struct Outcome {
  bool passed = false;
  double poisoned = 0, cycles = 0, bursts = 0, decoded = 0;
};

/// A run of scan with an L2 from which lines are evicted.
Outcome run(Techniques techniques, Poison poison) {
  const auto found = in_child(5, [&] {
    GpuConfig config;
    config.sms = 4;
    config.l2 = whole_lines(config.l2);
    config.l2.cache.bytes = 2048;
    const auto poisoned = std::make_shared<PoisonedLines>(techniques[0], poison);
    if (poison != Poison::none) techniques[0] = poisoned;
    std::vector<double> all(5);
    StatGroup stats;
    try {
      SimulatedGpu gpu(config, techniques, nullptr, stats);
      all[0] = Registry<Workload>::instance().find("scan").run(gpu, {.small = true}).passed();
      gpu.gpu().settle();
    } catch (const Error&) {
      return all;
    }
    all[1] = static_cast<double>(poisoned->poisoned());
    all[2] = stats.number("cycles");
    all[3] = stats.number("dram_total.read_bursts") + stats.number("dram_total.write_bursts");
    for (const char* group : {"sm_total.memory", "dram_total"})
      if (const auto path = fmt::format("{}.edge.decoded_lines", group); stats.look_up(path) != nullptr)
        all[4] += stats.number(path);
    return all;
  });
  return {found[0] == 1, found[1], found[2], found[3], found[4]};
}

void expect_restored(const Techniques& techniques, Poison poison = Poison::unpaid) {
  const Outcome clean = run(techniques, Poison::none), poisoned = run(techniques, poison);
  EXPECT_TRUE(clean.passed);
  EXPECT_TRUE(poisoned.passed);
  EXPECT_GT(clean.decoded, 0);
  EXPECT_GE(poisoned.poisoned, poisoned.decoded);
  EXPECT_EQ(poisoned.cycles, clean.cycles);
  EXPECT_EQ(poisoned.bursts, clean.bursts);
  EXPECT_EQ(poisoned.decoded, clean.decoded);
  EXPECT_FALSE(run(techniques, Poison::paid).passed);
}

class PoisonedLinesOf : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Codecs, PoisonedLinesOf, testing::Values("bdi", "fpc", "cpack", "best", "e2mc"));

TEST_P(PoisonedLinesOf, AreRestoredFromTheBitsThatAreStored) {
  for (const char* where : {"controller", "sm"}) {
    SCOPED_TRACE(where);
    const std::vector<std::string> set{fmt::format("line_compression.what={}", GetParam()),
                                       fmt::format("line_compression.where={}", where),
                                       "line_compression.e2mc.sampled_instructions=2000"};
    expect_restored(techniques_of("line_compression", set));
  }
}

/// Several codes: the number in a line's bits is all that tells which one it has. Another number is corrupt,
/// or spoils the result.
TEST(PoisonedLines, OfSeveralCodesNameTheirsInTheBitsThatAreStored) {
  for (const char* codes : {"kernel", "allocation"})
    for (const char* where : {"controller", "sm"}) {
      SCOPED_TRACE(fmt::format("{} {}", codes, where));
      const Techniques techniques =
          with_codes_of_scan(codes, {fmt::format("line_compression.where={}", where)});
      expect_restored(techniques,
                      codes == std::string("kernel") ? Poison::unpaid : Poison::unpaid_but_address);
      EXPECT_FALSE(run(techniques, Poison::number).passed);
    }
}

}  // namespace
}  // namespace heddle
