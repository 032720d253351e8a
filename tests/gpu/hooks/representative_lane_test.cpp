// A toy technique with a lane selector: where all source registers hold the same value in every lane, one
// lane is read and executed, and its result is broadcast. It knows from the results that it has seen.
#include <bit>

#include "tb/cosim/verilated_library.hpp"
#include "tests/gpu/in_child.hpp"
#include "tests/gpu/technique_of_test.hpp"
#include "tests/tandem/checked.hpp"

namespace heddle {
namespace {

/// What it does wrong, for the controls.
enum class Fault { none, takes_all_for_same, executes_another_lane, reads_another_lane };

class RepresentativeLane final : public SmTechnique, public LaneSelector, public SmObserver {
 public:
  RepresentativeLane(const SmTechniqueParts& parts, Fault fault)
      : fault_(fault),
        selected_(parts.stats.group("toy").counter("representatives", "warp instructions", "of one lane")) {}
  void attach(SmHooks& hooks, const SmStations&) override {
    hooks.hold(static_cast<LaneSelector&>(*this));
    hooks.add(static_cast<SmObserver&>(*this));
  }

  Lanes select(const InFlight& f) override {
    const ptx::Instruction& i = *f.instruction;
    Lanes lanes = f.lanes;
    bool same = i.source_count != 0 && i.predicate_reads == 0;
    for (const ptx::OperandRef& o : i.operand) same &= o.kind != ptx::OperandRef::Kind::special;
    for (unsigned k = 0; k < i.source_count; ++k) same &= same_in_all_lanes(f.sources[k]);
    if (!same && fault_ != Fault::takes_all_for_same) return lanes;
    ++selected_;
    const auto first = static_cast<unsigned>(std::countr_zero(lanes.active));
    lanes.broadcast = static_cast<std::int8_t>(first);
    lanes.read = lanes.executed = LaneMask{1} << first;
    if (fault_ == Fault::executes_another_lane) lanes.executed = lanes.read = LaneMask{1} << (first ^ 1);
    if (fault_ == Fault::reads_another_lane) lanes.read = LaneMask{1} << (first ^ 31);
    return lanes;
  }

  /// `held` is what the register holds now, all lanes of it.
  void committed(unsigned, const RegisterWrite& w, const WarpRegister& held, Cycle) override {
    if (uniform_.size() <= w.reg) uniform_.resize(w.reg + 1u);
    bool same = true;
    for (unsigned lane = 1; lane < warp_size; ++lane) same &= held[lane] == held[0];
    uniform_[w.reg] = same;
  }

 private:
  bool same_in_all_lanes(RegisterId r) const { return r < uniform_.size() && uniform_[r]; }

  const Fault fault_;
  Counter& selected_;
  std::vector<bool> uniform_;
};

std::shared_ptr<const Technique> representative(Fault fault = Fault::none) {
  return technique_of<RepresentativeLane>({Hook::lane_selector, Hook::observer}, fault);
}

/// 40 additions and multiplications of values that are the same in all lanes, then one of each lane's own.
const std::string body = "mov.u32 %r2, 7;\n" + looped("add.u32 %r2, %r2, 3;\nmul.lo.u32 %r2, %r2, 5;\n", 20) +
                         "add.u32 %r1, %r0, %r2;\n" + store_r1;

std::vector<double> run_with(const Techniques& techniques) {
  return in_child(6, [&] {
    PtxRun run(body, techniques, PtxRun::one_sm());
    const auto out = run.run(64, 64);
    double sum = 0;
    for (const auto v : out) sum += v;
    const auto lanes = [&](const char* name) { return run.sm(fmt::format("lane_operations.{}", name)); };
    return std::vector{sum,
                       run.sm("thread_instructions"),
                       lanes("integer") + lanes("integer_multiply"),
                       run.sm("register_file.bank_reads"),
                       run.sm("register_file.read_slices"),
                       run.sm("register_file.bank_writes")};
  });
}

TEST(RepresentativeLane, ExecutesAndReadsLessAndChangesNoResult) {
  const auto without = run_with({}), with = run_with({representative()});
  EXPECT_EQ(with[0], without[0]);
  EXPECT_EQ(with[1], without[1]);      // the program's instructions are the same
  EXPECT_LT(with[2], without[2] / 4);  // executed lanes
  EXPECT_LT(with[3], without[3] / 2);  // one bank of eight, where one lane is read
  EXPECT_LT(with[4], without[4] / 4);  // one slice of 32
  EXPECT_EQ(without[4], 4 * without[3]);
  EXPECT_EQ(with[5], without[5]);  // the result is written to all lanes
}

TEST(RepresentativeLane, AgreesWithTandemExecution) {
  Checked c(body, {representative()});
  EXPECT_EQ(c.failure(64), "");
  c.gpu.gpu().settle();
  EXPECT_GT(c.stats.number("sm0.toy.representatives"), 50);
}

/// A compressed register is read with all its banks, whatever lanes are wanted, and a renamed one is
/// somewhere else.
TEST(RepresentativeLane, WorksBesideOtherTechniques) {
  Techniques all = techniques_of("warped_compression,register_virtualization");
  all.push_back(representative());
  Checked c(body, all);
  EXPECT_EQ(c.failure(64), "");
}

/// Values go through the lanes: where these differ, the representative's result is wrong for the others.
TEST(RepresentativeLane, ThatDoesNotRepresentTheOthersSpoilsTheResult) {
  Checked c(body, {representative(Fault::takes_all_for_same)});
  EXPECT_NE(c.failure(64), "");
}

TEST(RepresentativeLane, ThatIsNotExecutedIsRefused) {
  Checked c(body, {representative(Fault::executes_another_lane)});
  expect_in(c.failure(64), {"LaneSelector", "executed 00000002", "broadcast 0"});
}

TEST(RepresentativeLane, ThatIsNotReadIsRefused) {
  Checked c(body, {representative(Fault::reads_another_lane)});
  expect_in(c.failure(64), {"LaneSelector", "read 80000000, executed 00000001"});
}

}  // namespace
}  // namespace heddle
