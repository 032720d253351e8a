// SPDX-License-Identifier: Apache-2.0
// A toy technique with an instruction source: NOPs of live warps, in issue slots that would stay empty, or in
// competition with the warps.
#include "hw/sm/warps/warp_table.hpp"
#include "tests/gpu/in_child.hpp"
#include "tests/gpu/technique_of_test.hpp"
#include "tests/tandem/checked.hpp"

namespace heddle::nop_source_test {
namespace {

class NopSource final : public SmTechnique, public InstructionSource {
 public:
  NopSource(const SmTechniqueParts& parts, Turn turn)
      : turn_(turn),
        taken_(parts.stats.group("toy").counter("nops", "warp instructions", "issued")),
        finished_(parts.stats.group("toy").counter("finished", "warp instructions", "of these, done")),
        nop_(nop()),
        hazards_(nop_) {}
  void attach(SmHooks& hooks, const SmStations& stations) override {
    warps_ = &stations.warps;
    events_ = &stations.events;
    hooks.add(static_cast<InstructionSource&>(*this));
  }

  Turn turn() const override { return turn_; }
  /// Offers a NOP of each warp that has instructions left, in turn. A source that goes before the program's
  /// instructions must pause: with a NOP in every cycle the last warp would never issue.
  const OfferedInstruction* offer() override {
    if (turn_ != Turn::behind && events_->now() % 4 != 0) return nullptr;
    for (unsigned k = 0; k < warps_->size(); ++k) {
      next_ = (next_ + 1) % warps_->size();
      if ((warps_->live() >> next_ & 1) == 0) continue;
      offered_ = {.instruction = &nop_, .hazards = &hazards_, .warp = next_};
      return &offered_;
    }
    return nullptr;
  }
  void taken(const InFlight& f) override {
    EXPECT_TRUE(f.injected());
    ++taken_;
  }
  void finished(const InFlight&) override { ++finished_; }
  bool busy() const override { return warps_->live() != 0; }

 private:
  static ptx::Instruction nop() {
    ptx::Instruction i;
    i.execute = [](const ptx::Instruction&, const ptx::WarpContext&, LaneMask, ptx::Operands&) {};
    return i;
  }
  const Turn turn_;
  Counter &taken_, &finished_;
  const ptx::Instruction nop_;
  const Hazards hazards_;
  OfferedInstruction offered_{};
  const WarpTable* warps_ = nullptr;
  const SmEvents* events_ = nullptr;
  unsigned next_ = 0;
};

Techniques nops(InstructionSource::Turn turn) {
  return {technique_of<NopSource>({Hook::instruction_source}, turn)};
}

/// A chain of dependent instructions in a loop, with a barrier and memory accesses.
const std::string body = "mov.u32 %r1, %r0;\n" +
                         looped("add.u32 %r1, %r1, 3;\nmul.lo.u32 %r1, %r1, 5;\nbar.sync 0;\n", 20) +
                         store_r1;

struct Counted {
  std::vector<double> results;
  double instructions, threads, nops, finished, active, cycles;
};
Counted counted(const Techniques& techniques, unsigned threads) {
  const auto found = in_child(threads + 6, [&] {
    PtxRun run(body, techniques, PtxRun::one_sm());
    const auto out = run.run(threads, threads);
    std::vector<double> all(out.begin(), out.end());
    const bool toy = !techniques.empty();
    for (const double v :
         {run.sm("warp_instructions"), run.sm("thread_instructions"), toy ? run.sm("toy.nops") : 0,
          toy ? run.sm("toy.finished") : 0, run.sm("issue_slots.active"), run.cycles()})
      all.push_back(v);
    return all;
  });
  return {{found.begin(), found.end() - 6},
          found.end()[-6],
          found.end()[-5],
          found.end()[-4],
          found.end()[-3],
          found.end()[-2],
          found.end()[-1]};
}

/// The program's results and statistics do not change; the statistics of the issue slots count the NOPs.
TEST(NopSource, InEmptySlotsIsCountedApart) {
  const Counted without = counted({}, 96), with = counted(nops(InstructionSource::Turn::behind), 96);
  EXPECT_EQ(with.results, without.results);
  EXPECT_EQ(with.instructions, without.instructions);
  EXPECT_EQ(with.threads, without.threads);
  EXPECT_GT(with.nops, 500);
  EXPECT_EQ(with.finished, with.nops);
  EXPECT_EQ(with.active, without.active + with.nops);
}

/// As warps, they compete with the program, which then takes longer.
TEST(NopSource, AsAWarpTakesSlotsOfTheProgram) {
  const Counted without = counted({}, 512), with = counted(nops(InstructionSource::Turn::as_a_warp), 512);
  EXPECT_EQ(with.results, without.results);
  EXPECT_EQ(with.instructions, without.instructions);
  EXPECT_GT(with.nops, 100);
  EXPECT_EQ(with.finished, with.nops);
  EXPECT_EQ(with.active, without.active + with.nops);
}

/// Before the program, they take one scheduler's slot in each cycle.
TEST(NopSource, AheadOfTheProgramSlowsItDown) {
  const Counted without = counted({}, 1024), with = counted(nops(InstructionSource::Turn::ahead), 1024);
  EXPECT_EQ(with.results, without.results);
  EXPECT_GT(with.cycles, 1.05 * without.cycles);
  EXPECT_EQ(with.finished, with.nops);
}

class NopSourceChecked : public testing::TestWithParam<InstructionSource::Turn> {};

TEST_P(NopSourceChecked, CommittedValuesAreRightWithBothTechniques) {
  Techniques all = techniques_of("warped_compression,register_virtualization");
  all.push_back(nops(GetParam()).front());
  Checked c(body, all);
  EXPECT_EQ(c.failure(256), "");
  EXPECT_GT(c.stats.number("sm0.toy.nops"), 0);
}
INSTANTIATE_TEST_SUITE_P(Turns, NopSourceChecked,
                         testing::Values(InstructionSource::Turn::ahead, InstructionSource::Turn::as_a_warp,
                                         InstructionSource::Turn::behind));

}  // namespace
}  // namespace heddle::nop_source_test
