// SPDX-License-Identifier: Apache-2.0
// A toy technique in the manner of assist warps: a second context on registers of each warp. It runs a
// program of its own, with its own program counter, predicates and scoreboard.
#include <algorithm>
#include <array>

#include "hw/sm/launch/launch.hpp"
#include "hw/sm/warps/warp_table.hpp"
#include "tests/gpu/in_child.hpp"
#include "tests/gpu/technique_of_test.hpp"
#include "tests/tandem/checked.hpp"

namespace heddle::second_context_test {
namespace {

struct SidePlan final : KernelPlan {
  SidePlan(unsigned wanted, unsigned from) : offset(from) { registers = wanted; }
  const unsigned offset;
};

/// Runs `code` once for each warp, instruction by instruction.
class SideProgram final : public SmTechnique, public InstructionSource {
 public:
  SideProgram(const SmTechniqueParts& parts, const ptx::Kernel& code, bool obeys_scoreboard)
      : code_(code),
        obeys_(obeys_scoreboard),
        ended_(parts.stats.group("toy").counter("ended", "contexts", "that have run to the end")),
        contexts_(parts.config.warps),
        began_(parts.config.warps) {
    for (const ptx::Instruction& i : code_.code) hazards_.emplace_back(i);
  }
  void attach(SmHooks& hooks, const SmStations& stations) override {
    warps_ = &stations.warps;
    hooks.add(static_cast<InstructionSource&>(*this));
  }
  void begin(const Launch& launch, const KernelPlan* own) override {
    first_ = launch.kernel->registers + static_cast<const SidePlan&>(*own).offset;
  }

  Turn turn() const override { return Turn::behind; }
  const OfferedInstruction* offer() override {
    for (unsigned k = 0; k < warps_->size(); ++k) {
      next_ = (next_ + 1) % warps_->size();
      if ((warps_->live() >> next_ & 1) == 0) continue;
      if (started(next_) && may_go(next_)) return &offered_;
    }
    return nullptr;
  }
  void taken(const InFlight& f) override {
    EXPECT_EQ(f.context, &contexts_[f.warp]);
    contexts_[f.warp].stack.advance();
  }
  bool busy() const override { return warps_->live() != 0; }
  void check_balance(const Balance& balance) const override {
    for (const ExecutionContext& c : contexts_)
      balance.none("registers and predicates in a second scoreboard",
                   c.writing.any() || c.reading.operands().any());
  }

 private:
  /// Returns whether the second context of warp w has instructions left; starts it when it is new.
  bool started(unsigned w) {
    ExecutionContext& c = contexts_[w];
    if (began_[w] != warps_->ages()[w]) {
      began_[w] = warps_->ages()[w];
      const Warp& warp = (*warps_)[w];
      c = {};
      c.base = static_cast<RegisterId>(warp.program.base + first_);
      c.stack = ptx::SimtStack(warp.program.lanes);
    }
    return !c.stack.done();
  }

  bool may_go(unsigned w) {
    ExecutionContext& c = contexts_[w];
    const ptx::Instruction& i = code_.code[c.stack.pc()];
    const Hazards& h = hazards_[c.stack.pc()];
    if (obeys_ && !c.clear(h)) return false;
    const LaneMask lanes = ptx::guarded(i, c.predicates, c.stack.active());
    if (i.control == ptx::Control::branch) {
      c.stack.branch(lanes, i.target, i.reconvergence);
      return false;
    }
    if (i.control == ptx::Control::exit) {
      c.stack.exit(lanes);
      if (c.stack.done()) ++ended_;
      return false;
    }
    if (lanes == 0) {
      c.stack.advance();
      return false;
    }
    offered_ = {
        .instruction = &i, .hazards = &h, .warp = w, .context = &c, .lanes = lanes, .checks_hazards = obeys_};
    return true;
  }

  const ptx::Kernel& code_;
  const bool obeys_;
  Counter& ended_;
  std::vector<Hazards> hazards_;
  std::vector<ExecutionContext> contexts_;
  std::vector<std::uint64_t> began_;  ///< age of the warp for which a context is
  OfferedInstruction offered_{};
  WarpTable* warps_ = nullptr;
  unsigned next_ = 0, first_ = 0;
};

class SideTechnique final : public Technique {
 public:
  explicit SideTechnique(const std::string& body, bool obeys = true)
      : code_(ptx::load_module(PtxRun::text(body), "side.ptx").front()), obeys_(obeys) {}
  std::vector<Hook> hooks() const override { return {Hook::kernel_plan, Hook::instruction_source}; }
  std::shared_ptr<const KernelPlan> plan(const PlanRequest& r) const override {
    return std::make_shared<SidePlan>(code_.registers, r.register_offset);
  }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts& parts) const override {
    return std::make_unique<SideProgram>(parts, code_, obeys_);
  }

 private:
  const ptx::Kernel code_;
  const bool obeys_;
};

/// A long, divergent program that uses the same registers and predicates as the side program.
const std::string body = "mov.u32 %r1, %r0;\nand.b32 %r4, %r0, 1;\nsetp.eq.u32 %p1, %r4, 1;\n" +
                         looped("@%p1 add.u32 %r1, %r1, 3;\nmul.lo.u32 %r1, %r1, 5;\nbar.sync 0;\n", 60) +
                         store_r1;
/// Each lane loops as often as its number modulo 4, and stores what it found behind the results of all
/// threads.
const std::string side =
    "mov.u32 %r1, 5;\nand.b32 %r2, %r0, 3;\n"
    "NEXT: setp.eq.u32 %p1, %r2, 0;\n@%p1 bra ENOUGH;\n"
    "mad.lo.u32 %r1, %r2, 7, %r1;\nsub.u32 %r2, %r2, 1;\nbra NEXT;\n"
    "ENOUGH: @!%p1 mov.u32 %r1, 999;\n"
    "mov.u32 %r3, %ntid.x;\nadd.u32 %r3, %r3, %r0;\nmul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
    "st.global.u32 [%rd3], %r1;\n";

std::vector<std::uint32_t> side_results(unsigned threads) {
  const unsigned sums[] = {5, 12, 26, 47};
  std::vector<std::uint32_t> all;
  for (unsigned i = 0; i < threads; ++i) all.push_back(sums[i % 4]);
  return all;
}

/// Returns the results of the program and of the side program; zeros when the run fails.
std::vector<double> results(const Techniques& techniques, unsigned threads) {
  return in_child(2 * std::size_t{threads}, [&] {
    PtxRun run(body, techniques, PtxRun::one_sm());
    std::vector<double> all(2 * std::size_t{threads});
    try {
      std::ranges::copy(run.run(threads, 2 * threads), all.begin());
    } catch (const Error& e) {
      fmt::print("{}\n", e.what());
    }
    return all;
  });
}

void expect_right(const Techniques& with, const Techniques& without, unsigned threads) {
  const std::vector<double> alone = results(without, threads), both = results(with, threads);
  const auto half = static_cast<std::ptrdiff_t>(threads);
  EXPECT_TRUE(std::equal(both.begin(), both.begin() + half, alone.begin())) << "the program's results";
  const std::vector<std::uint32_t> expected = side_results(threads);
  EXPECT_TRUE(std::equal(both.begin() + half, both.end(), expected.begin())) << "the side program's";
}

Techniques side_beside(const std::string& others, bool obeys = true,
                       const std::vector<std::string>& set = {}) {
  Techniques all = techniques_of(others, set);
  all.push_back(std::make_shared<SideTechnique>(side, obeys));
  return all;
}

TEST(SecondContext, RunsItsOwnProgramOnRegistersOfTheWarp) { expect_right(side_beside(""), {}, 480); }

class CompressedSecondContext : public testing::TestWithParam<std::string> {};

TEST_P(CompressedSecondContext, IsRightUnderEachPolicyForDivergentWrites) {
  const std::string technique = "warped_compression";
  const std::vector<std::string> set{"warped_compression.divergence=" + GetParam()};
  expect_right(side_beside(technique, true, set), techniques_of(technique, set), 480);
}
INSTANTIATE_TEST_SUITE_P(Policies, CompressedSecondContext, testing::Values("move", "merge", "thread"));

/// The control: only its scoreboard keeps its instructions in order.
TEST(SecondContext, WithoutItsScoreboardReadsStaleRegisters) {
  const std::vector<double> both = results(side_beside("", false), 64);
  const std::vector<std::uint32_t> expected = side_results(64);
  EXPECT_FALSE(std::equal(both.begin() + 64, both.end(), expected.begin()));
}

TEST(SecondContext, LeavesTheProgramAsTandemExecutionExpectsIt) {
  Checked c(body, side_beside("warped_compression"));
  EXPECT_EQ(c.failure(256), "");
  EXPECT_EQ(c.stats.number("sm0.toy.ended"), 8);
}

TEST(SecondContext, ItsRegistersLeaveRoomForFewerCtas) {
  const auto ctas = [](const Techniques& techniques) {
    const ptx::Kernel kernel = ptx::load_module(PtxRun::text(body), "test.ptx").front();
    SmConfig config;
    config.registers = 8 * kernel.registers;
    const MemoryMap memory;
    const std::array<std::byte, 8> arguments{};
    return make_launch({.kernel = kernel, .grid = {8}, .cta = {64}, .arguments = arguments}, memory, config,
                       1, techniques)
        .ctas_per_sm;
  };
  EXPECT_EQ(ctas({}), 4u);
  EXPECT_LT(ctas(side_beside("")), 4u);
}

TEST(SecondContext, WithRegistersOfItsOwnIsRefusedBesideARegisterMapper) {
  PtxRun run(body, side_beside("register_virtualization"), PtxRun::one_sm());
  try {
    run.run(64, 128);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("RegisterMapper"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace heddle::second_context_test
