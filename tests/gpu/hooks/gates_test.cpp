// SPDX-License-Identifier: Apache-2.0
// Toy techniques with an issue gate: one lets half of the warps issue, one opens after a delay. The second
// one, and a source with a timer, show that an SM sleeps while a technique waits, and wakes in time.
#include "hw/sm/warps/warp_table.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"
#include "tests/gpu/in_child.hpp"
#include "tests/gpu/technique_of_test.hpp"
#include "tests/tandem/checked.hpp"

namespace heddle::gates_test {
namespace {

/// Half of the warps may issue: the even ones for 64 cycles, the odd ones for the next 64.
class HalvingGate final : public SmTechnique, public IssueGate {
 public:
  explicit HalvingGate(const SmTechniqueParts&) {}
  void attach(SmHooks& hooks, const SmStations& stations) override {
    events_ = &stations.events;
    hooks.add(static_cast<IssueGate&>(*this));
  }
  void begin_cycle() override {
    set_open((events_->now() / 64 & 1) != 0 ? 0xaaaaaaaaaaaaaaaau : 0x5555555555555555u);
  }
  Cycle next() const override { return (events_->now() / 64 + 1) * 64; }

 private:
  const SmEvents* events_ = nullptr;
};

const std::string body = "mov.u32 %r1, %r0;\n" +
                         looped("add.u32 %r1, %r1, 3;\nmul.lo.u32 %r1, %r1, 5;\nbar.sync 0;\n", 20) +
                         store_r1;

TEST(HalvingGate, CostsTimeAndChangesNoResult) {
  const auto run = [](const Techniques& techniques) {
    return in_child(258, [&] {
      PtxRun run(body, techniques, PtxRun::one_sm());
      const auto out = run.run(256, 256);
      std::vector<double> all(out.begin(), out.end());
      all.push_back(run.sm("warp_instructions"));
      all.push_back(run.cycles());
      return all;
    });
  };
  auto without = run({}), with = run({technique_of<HalvingGate>({Hook::issue_gate})});
  EXPECT_GT(with.back(), 1.2 * without.back());
  with.pop_back();
  without.pop_back();
  EXPECT_EQ(with, without);
}

TEST(HalvingGate, AgreesWithTheThrottleOfAnotherTechnique) {
  Techniques all = techniques_of("warped_compression,register_virtualization");
  all.push_back(technique_of<HalvingGate>({Hook::issue_gate}));
  Checked c(body, all);
  EXPECT_EQ(c.failure(256), "");
}

/// Issues nothing before `delay` cycles of the launch have passed. `tells`: the gate tells the SM when it
/// opens.
class SlowGate final : public SmTechnique, public IssueGate {
 public:
  static constexpr Cycle delay = 1000;
  SlowGate(const SmTechniqueParts&, bool tells) : tells_(tells) {}
  void attach(SmHooks& hooks, const SmStations& stations) override {
    events_ = &stations.events;
    hooks.add(static_cast<IssueGate&>(*this));
  }
  void begin(const Launch&, const KernelPlan*) override {
    opens_ = events_->now() + delay;
    set_open(0);
  }
  void begin_cycle() override {
    if (events_->now() >= opens_) set_open(~WarpMask{0});
  }
  Cycle next() const override { return tells_ && open() == 0 ? opens_ : never; }

 private:
  const bool tells_;
  const SmEvents* events_ = nullptr;
  Cycle opens_ = 0;
};

/// Issues a NOP of warp 0 every 100 cycles, while the warp is live.
class TimedSource final : public SmTechnique, public InstructionSource {
 public:
  static constexpr Cycle period = 100;
  TimedSource(const SmTechniqueParts& parts, bool tells)
      : tells_(tells),
        taken_(parts.stats.group("toy").counter("nops", "warp instructions", "issued")),
        hazards_(nop_) {
    nop_.execute = [](const ptx::Instruction&, const ptx::WarpContext&, LaneMask, ptx::Operands&) {};
    offered_ = {.instruction = &nop_, .hazards = &hazards_, .warp = 0};
  }
  void attach(SmHooks& hooks, const SmStations& stations) override {
    events_ = &stations.events;
    warps_ = &stations.warps;
    hooks.add(static_cast<InstructionSource&>(*this));
  }
  Turn turn() const override { return Turn::behind; }
  const OfferedInstruction* offer() override {
    return events_->now() >= due_ && (warps_->live() & 1) != 0 ? &offered_ : nullptr;
  }
  void taken(const InFlight&) override {
    ++taken_;
    due_ = events_->now() + period;
  }
  Cycle next() const override { return tells_ && (warps_->live() & 1) != 0 ? due_ : never; }

 private:
  const bool tells_;
  Counter& taken_;
  ptx::Instruction nop_;
  const Hazards hazards_;
  OfferedInstruction offered_{};
  const SmEvents* events_ = nullptr;
  const WarpTable* warps_ = nullptr;
  Cycle due_ = period;
};

/// Returns a hash of all statistics, cycles, ticks of the core domain and NOPs, for a warp that often waits
/// for memory.
std::vector<double> slept(const Techniques& techniques, bool skipping, const std::string& rtl = "") {
  return in_child(4, [&] {
    GpuConfig config = PtxRun::one_sm();
    config.skip_idle_cycles = skipping;
    config.no_progress_cycles = 20'000;
    VerilatedLibrary library(parse_rtl_selection(rtl));
    PtxRun run(looped("ld.global.cg.u32 %r2, [%rd1];\nadd.u32 %r1, %r1, %r2;\n", 20) + store_r1, techniques,
               config, &library);
    try {
      run.run(32, 32);
    } catch (const Error&) {
      return std::vector{0., 0., 0., 0.};
    }
    const std::string all = csv_of(run.stats);
    return std::vector{static_cast<double>(std::hash<std::string>{}(all)), run.cycles(),
                       static_cast<double>(run.gpu.gpu().core().ticks()),
                       all.find("sm0.toy.nops") != std::string::npos ? run.sm("toy.nops") : 0};
  });
}

Techniques slow_gate(bool tells) { return {technique_of<SlowGate>({Hook::issue_gate}, tells)}; }
Techniques timed_source(bool tells) { return {technique_of<TimedSource>({Hook::instruction_source}, tells)}; }

/// Expects equal statistics and cycles, and that cycles were really skipped.
void expect_the_same(const std::vector<double>& skipping, const std::vector<double>& ticking) {
  EXPECT_EQ(skipping[0], ticking[0]);
  EXPECT_EQ(skipping[1], ticking[1]);
  EXPECT_GT(skipping[1], 0);
  EXPECT_LT(skipping[2], 0.8 * ticking[2]);
}

TEST(Sleep, EndsWhenAGateOpens) {
  const auto skipping = slept(slow_gate(true), true);
  expect_the_same(skipping, slept(slow_gate(true), false));
  // The first instructions arrive from memory meanwhile.
  const double later = skipping[1] - slept({}, true)[1];
  EXPECT_GT(later, 0.3 * SlowGate::delay);
  EXPECT_LE(later, SlowGate::delay);
  expect_the_same(slept(slow_gate(true), true, "bank_arbiter"),
                  slept(slow_gate(true), false, "bank_arbiter"));
  EXPECT_EQ(slept(slow_gate(true), true, "bank_arbiter")[0], skipping[0]);
}

/// The control: an SM sleeps past the opening of a gate that does not tell when it opens.
TEST(Sleep, IsBrokenByAGateThatDoesNotSayWhenItOpens) {
  EXPECT_NE(slept(slow_gate(false), true)[1], slept(slow_gate(false), false)[1]);
}

TEST(Sleep, EndsWhenASourceHasSomethingToOffer) {
  const auto skipping = slept(timed_source(true), true);
  EXPECT_GT(skipping[3], 20);
  expect_the_same(skipping, slept(timed_source(true), false));
  EXPECT_EQ(slept(timed_source(true), true, "bank_arbiter")[0], skipping[0]);
}

TEST(Sleep, IsBrokenByASourceThatDoesNotSayWhen) {
  EXPECT_NE(slept(timed_source(false), true)[0], slept(timed_source(false), false)[0]);
}

}  // namespace
}  // namespace heddle::gates_test
