// SPDX-License-Identifier: Apache-2.0
// A toy technique in the manner of assist warps: a program in a second context of a warp encodes and decodes
// the memory lines of the SM's port. The edge holds a fill or store until that program has ended.
#include <algorithm>

#include "hw/sm/launch/launch.hpp"
#include "hw/sm/warps/warp_table.hpp"
#include "tests/gpu/checked_workload.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle::assist_executor_test {
namespace {

/// A chain of dependent instructions, on registers of the context's own.
const std::string program =
    "mov.u32 %r1, 7;\nmad.lo.u32 %r2, %r1, %r1, %r0;\nmad.lo.u32 %r3, %r2, %r1, %r2;\n"
    "mad.lo.u32 %r1, %r3, %r2, %r1;\n";

struct AssistPlan final : KernelPlan {
  AssistPlan(unsigned wanted, unsigned from) : offset(from) { registers = wanted; }
  const unsigned offset;
};

/// In each SM, runs the program for one line at a time, in the lowest warp that has instructions left. Where
/// no warp has, the line is ready at once.
class AssistWarps final : public SmTechnique, public InstructionSource {
 public:
  AssistWarps(const SmTechniqueParts& parts, const std::vector<ptx::Instruction>& code)
      : code_(code),
        runs_(parts.stats.group("toy").counter("runs", "programs", "that have run to the end")),
        issued_(parts.stats.group("toy").counter("issued", "warp instructions", "of these")) {
    for (const ptx::Instruction& i : code_) hazards_.emplace_back(i);
  }
  void attach(SmHooks& hooks, const SmStations& stations) override {
    warps_ = &stations.warps;
    hooks.add(static_cast<InstructionSource&>(*this));
  }
  void begin(const Launch& launch, const KernelPlan* own) override {
    first_ = launch.kernel->registers + static_cast<const AssistPlan&>(*own).offset;
  }

  bool start(LineJob& job) {
    if (job_ != nullptr) return false;
    job.end_fs = 0;
    job_ = &job;
    choose_warp();
    return true;
  }
  bool free() const { return job_ == nullptr; }

  Turn turn() const override { return Turn::ahead; }
  const OfferedInstruction* offer() override {
    if (job_ == nullptr) return nullptr;
    // Its warp may have ended between two of its instructions.
    const bool gone = !(*warps_)[warp_].live || warps_->ages()[warp_] != age_;
    if (at_ < code_.size() && gone) choose_warp();
    if (job_ == nullptr || at_ == code_.size() || !context_.clear(hazards_[at_])) return nullptr;
    offered_ = {.instruction = &code_[at_], .hazards = &hazards_[at_], .warp = warp_, .context = &context_};
    return &offered_;
  }
  void taken(const InFlight&) override {
    ++issued_;
    ++at_;
    ++under_way_;
  }
  void finished(const InFlight&) override {
    --under_way_;
    if (at_ == code_.size() && under_way_ == 0) end();
  }
  bool busy() const override { return job_ != nullptr; }

 private:
  void choose_warp() {
    if (warps_ == nullptr || warps_->live() == 0) return end();
    warp_ = static_cast<unsigned>(std::countr_zero(warps_->live()));
    age_ = warps_->ages()[warp_];
    context_ = {};
    context_.base = static_cast<RegisterId>((*warps_)[warp_].program.base + first_);
    at_ = 0;
  }
  void end() {
    if (at_ == code_.size()) ++runs_;
    job_->perform();
    job_->end_fs = 1;
    job_ = nullptr;
    at_ = 0;
  }

  const std::vector<ptx::Instruction>& code_;
  Counter &runs_, &issued_;
  std::vector<Hazards> hazards_;
  WarpTable* warps_ = nullptr;
  LineJob* job_ = nullptr;
  ExecutionContext context_;
  OfferedInstruction offered_{};
  std::size_t at_ = 0;
  unsigned warp_ = 0, first_ = 0, under_way_ = 0;
  std::uint64_t age_ = 0;
};

class AssistExecutor final : public LineExecutor {
 public:
  explicit AssistExecutor(AssistWarps& warps) : warps_(warps) {}
  bool start(LineJob& job) override { return warps_.start(job); }
  bool done(LineJob& job) override { return job.end_fs != 0; }
  /// The SM is awake while the program runs.
  Cycle done_at(const LineJob& job) const override { return job.end_fs != 0 ? 0 : never; }
  Cycle start_at(bool) const override { return warps_.free() ? 0 : never; }

 private:
  AssistWarps& warps_;
};

class AssistedLines final : public Technique {
 public:
  explicit AssistedLines(CodecFault fault = CodecFault::none) : fault_(fault) {
    const ptx::Kernel kernel = ptx::load_module(PtxRun::text(program), "assist.ptx").front();
    registers_ = kernel.registers;
    for (const ptx::Instruction& i : kernel.code)
      if (i.execute != nullptr && i.unit == ptx::Unit::sp) code_.push_back(i);
  }
  std::vector<Hook> hooks() const override {
    return {Hook::kernel_plan, Hook::instruction_source, Hook::sm_edge};
  }
  std::shared_ptr<const KernelPlan> plan(const PlanRequest& r) const override {
    return std::make_shared<AssistPlan>(registers_, r.register_offset);
  }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts& parts) const override {
    auto warps = std::make_unique<AssistWarps>(parts, code_);
    of_sm_.push_back(warps.get());
    return warps;
  }
  void put_edges(LineEdges& edges) const override {
    edges.put(EdgePlace::sm, std::make_shared<ScramblingCodec>(1, fault_), [this](const EdgeParts& parts) {
      EdgeUnits units;
      units.executor = std::make_unique<AssistExecutor>(*of_sm_.at(parts.index));
      return units;
    });
  }

 private:
  const CodecFault fault_;
  std::vector<ptx::Instruction> code_;
  unsigned registers_ = 0;
  mutable std::vector<AssistWarps*> of_sm_;  ///< made ahead of the SM's edge
};

GpuConfig machine() {
  GpuConfig config;
  config.sms = 2;
  config.l2 = whole_lines(config.l2);
  return config;
}

TEST(AssistExecutor, LinesAreRightUnderTandemExecution) {
  for (const char* workload : {"vectoradd", "pathfinder", "matmul", "bfs"}) {
    const CheckedWorkload found = checked_workload(workload, machine(), {std::make_shared<AssistedLines>()});
    EXPECT_EQ(found.mismatches, 0) << workload;
    EXPECT_GT(found.instructions, 0) << workload;
  }
}

TEST(AssistExecutor, ADecoderThatErrsSpoilsTheResult) {
  const Techniques techniques{std::make_shared<AssistedLines>(CodecFault::flips_a_bit)};
  EXPECT_NE(checked_workload("vectoradd", machine(), techniques).mismatches, 0);
}

struct Timed {
  double mismatches, cycles, runs, issued, statistics;
};
Timed timed(const Techniques& techniques, bool skipping) {
  const auto found = in_child(5, [&] {
    GpuConfig config = machine();
    config.skip_idle_cycles = skipping;
    StatGroup stats;
    SimulatedGpu gpu(config, techniques, nullptr, stats);
    const WorkloadResult result = Registry<Workload>::instance().find("vectoradd").run(gpu, {.small = true});
    gpu.gpu().settle();
    const auto toy = [&](const char* name) {
      return techniques.empty() ? 0.0 : stats.number(std::string("sm0.toy.") + name);
    };
    return std::vector{static_cast<double>(result.mismatches), stats.number("cycles"), toy("runs"),
                       toy("issued"), static_cast<double>(std::hash<std::string>{}(text_of(stats)) >> 12)};
  });
  return {found[0], found[1], found[2], found[3], found[4]};
}

/// The program takes issue slots and pipelines of the SM, and whatever waits for a line waits for the
/// program.
TEST(AssistExecutor, ALineTakesTheTimeOfItsProgramAndIdleCyclesMayBeSkipped) {
  const Techniques assisted{std::make_shared<AssistedLines>()};
  const Timed without = timed({}, true), with = timed(assisted, true),
              every_cycle = timed({std::make_shared<AssistedLines>()}, false);
  EXPECT_EQ(with.mismatches, 0);
  EXPECT_GT(with.runs, 10);
  EXPECT_GE(with.issued, 4 * with.runs);
  EXPECT_GT(with.cycles, 1.1 * without.cycles);
  EXPECT_EQ(every_cycle.statistics, with.statistics);
}

}  // namespace
}  // namespace heddle::assist_executor_test
