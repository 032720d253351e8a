// Subroutines of assist warps in the pipeline: each memory line of the SM's port is compressed or
// decompressed by real instructions, in a second context of a warp, on the line that the edge holds.
#include <algorithm>
#include <span>

#include "hw/sm/issue/warp_table.hpp"
#include "hw/sm/launch.hpp"
#include "models/caba/line_slot.hpp"
#include "models/caba/subroutine.hpp"
#include "models/line_compression/bdi_line_codec.hpp"
#include "tests/gpu/hooks/toy_assist.hpp"

namespace heddle::line_subroutines_test {
namespace {

/// The subroutines of BDI, the one that compresses behind the others.
std::vector<Subroutine> bdi_subroutines() {
  std::vector<Subroutine> all;
  const std::string folder = std::string(HEDDLE_SOURCE_DIR) + "/configs/subroutines/bdi/";
  for (unsigned e = 0; e < bdi_line_encodings; ++e)
    all.push_back(load_subroutine(folder + "decompress_" + std::string(name(BdiLineEncoding(e))) + ".ptx"));
  all.push_back(load_subroutine(folder + "compress.ptx"));
  return all;
}

/// In each SM, executes the subroutine of one line at a time, in the lowest warp that has instructions left.
/// Where no warp has, a line that was to be compressed stays as it is.
class SubroutineWarps final : public SmTechnique, public InstructionSource {
 public:
  SubroutineWarps(const SmTechniqueParts& parts, const std::vector<Subroutine>& subroutines)
      : subroutines_(subroutines),
        compressed_(
            parts.stats.group("toy").counter("compressed", "subroutines", "that have compressed a line")),
        decompressed_(
            parts.stats.group("toy").counter("decompressed", "subroutines", "that have restored a line")),
        issued_(parts.stats.group("toy").counter("issued", "warp instructions", "of these")),
        given_up_(
            parts.stats.group("toy").counter("given_up", "lines", "to be compressed when no warp was left")) {
    for (const Subroutine& subroutine : subroutines_) {
      hazards_.emplace_back();
      for (const ptx::Instruction& i : subroutine.code.code) hazards_.back().emplace_back(i);
    }
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
    begin_subroutine();
    return true;
  }
  bool free() const { return job_ == nullptr; }

  Turn turn() const override { return Turn::ahead; }
  const OfferedInstruction* offer() override {
    if (job_ == nullptr) return nullptr;
    const bool gone = !(*warps_)[warp_].live || warps_->ages()[warp_] != age_;  // its warp has ended
    if (gone && under_way_ == 0) begin_subroutine();
    while (job_ != nullptr && !context_.stack.done()) {
      const std::uint32_t pc = context_.stack.pc();
      const ptx::Instruction& i = subroutine().code.code[pc];
      const Hazards& h = hazards_[number_][pc];
      if (!context_.clear(h)) return nullptr;
      const LaneMask lanes = ptx::guarded(i, context_.predicates, context_.stack.active());
      if (i.control == ptx::Control::branch) {
        context_.stack.branch(lanes, i.target, i.reconvergence);
      } else if (i.control == ptx::Control::exit) {
        context_.stack.exit(lanes);
      } else if (lanes == 0) {
        context_.stack.advance();
      } else {
        if (waits_for_line(i)) return nullptr;
        offered_ = {.instruction = &i, .hazards = &h, .warp = warp_, .context = &context_, .lanes = lanes};
        return &offered_;
      }
    }
    if (job_ != nullptr && under_way_ == 0) end();
    return nullptr;
  }
  void taken(const InFlight& f) override {
    ++issued_;
    ++under_way_;
    if (f.instruction->unit == ptx::Unit::line) ++(f.instruction->memory.store ? stores_ : loads_);
    context_.stack.advance();
  }
  void finished(const InFlight& f) override {
    --under_way_;
    if (f.instruction->unit == ptx::Unit::line) --(f.instruction->memory.store ? stores_ : loads_);
  }
  bool busy() const override { return job_ != nullptr; }

 private:
  const Subroutine& subroutine() const { return subroutines_[number_]; }
  /// Accesses of the line keep their order: a store comes behind all that are under way, a load behind
  /// stores.
  bool waits_for_line(const ptx::Instruction& i) const {
    return i.unit == ptx::Unit::line && (stores_ != 0 || (i.memory.store && loads_ != 0));
  }

  void begin_subroutine() {
    if (warps_ == nullptr || warps_->live() == 0) return give_up();
    number_ = job_->encodes ? bdi_line_encodings : job_->stored.bits[0] % bdi_line_encodings;
    const auto& bytes = job_->encodes ? job_->line : job_->stored.bits;
    std::memcpy(slot_.bytes.data(), bytes.data(), bytes.size());
    slot_.set_word(LineSlot::compressed_at, job_->encodes ? 0 : 1);
    slot_.set_word(LineSlot::length_at, job_->encodes ? 128 : job_->stored.length);
    warp_ = static_cast<unsigned>(std::countr_zero(warps_->live()));
    age_ = warps_->ages()[warp_];
    context_ = {};
    context_.base = static_cast<RegisterId>((*warps_)[warp_].program.base + first_);
    context_.stack = ptx::SimtStack(subroutine().lanes());
    context_.line = slot_.bytes;
  }
  void give_up() {
    if (!job_->encodes) return job_->perform(), leave();
    ++given_up_;
    job_->stored = {};
    std::copy(job_->line.begin(), job_->line.end(), job_->stored.bits.begin());
    leave();
  }
  /// What the subroutine has left in the line's slot is the result.
  void end() {
    ++(job_->encodes ? compressed_ : decompressed_);
    if (job_->encodes) {
      job_->stored = {.length = static_cast<std::uint8_t>(slot_.word(LineSlot::length_at)),
                      .encoding = static_cast<std::uint8_t>(slot_.word(LineSlot::compressed_at))};
      std::memcpy(job_->stored.bits.data(), slot_.bytes.data(), job_->stored.length);
    } else {
      std::memcpy(job_->line.data(), slot_.bytes.data(), job_->line.size());
    }
    leave();
  }
  void leave() {
    job_->end_fs = 1;
    job_ = nullptr;
  }

  const std::vector<Subroutine>& subroutines_;
  Counter &compressed_, &decompressed_, &issued_, &given_up_;
  std::vector<std::vector<Hazards>> hazards_;  ///< by subroutine and instruction
  WarpTable* warps_ = nullptr;
  LineJob* job_ = nullptr;
  LineSlot slot_;
  ExecutionContext context_;
  OfferedInstruction offered_{};
  unsigned number_ = 0, warp_ = 0, first_ = 0;
  unsigned under_way_ = 0, loads_ = 0, stores_ = 0;  ///< instructions; of these, accesses of the line
  std::uint64_t age_ = 0;
};

class LinesBySubroutines final : public Technique {
 public:
  explicit LinesBySubroutines(std::vector<Subroutine> subroutines = bdi_subroutines())
      : subroutines_(std::move(subroutines)) {}
  std::vector<Hook> hooks() const override {
    return {Hook::kernel_plan, Hook::instruction_source, Hook::sm_edge};
  }
  void adapt(SmConfig& sm) const override { sm.load_store.line_units = 1; }
  std::shared_ptr<const KernelPlan> plan(const PlanRequest& r) const override {
    unsigned registers = 0;
    for (const Subroutine& subroutine : subroutines_)
      registers = std::max(registers, subroutine.code.registers);
    return std::make_shared<AssistPlan>(registers, r.register_offset);
  }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts& parts) const override {
    auto warps = std::make_unique<SubroutineWarps>(parts, subroutines_);
    of_sm_.push_back(warps.get());
    return warps;
  }
  void put_edges(LineEdges& edges) const override {
    edges.put(EdgePlace::sm, std::make_shared<BdiLineCodec>(BdiBase::first_value),
              [this](const EdgeParts& parts) {
                EdgeUnits units;
                units.executor = std::make_unique<AssistExecutor<SubroutineWarps>>(*of_sm_.at(parts.index));
                return units;
              });
  }

 private:
  const std::vector<Subroutine> subroutines_;
  mutable std::vector<SubroutineWarps*> of_sm_;  ///< made ahead of the SM's edge
};

TEST(LineSubroutines, LinesAreRightUnderTandemExecution) {
  for (const char* workload : {"vectoradd", "pathfinder", "matmul", "bfs", "scan"}) {
    const CheckedWorkload found =
        checked_workload(workload, whole_line_machine(), {std::make_shared<LinesBySubroutines>()});
    EXPECT_EQ(found.mismatches, 0) << workload;
    EXPECT_GT(found.instructions, 0) << workload;
  }
}

/// The subroutines that decompress load their deltas from a byte further on.
TEST(LineSubroutines, AChangedInstructionSpoilsTheResult) {
  std::vector<Subroutine> subroutines = bdi_subroutines();
  unsigned changed = 0;
  for (Subroutine& subroutine : std::span(subroutines).first(bdi_line_encodings))
    for (ptx::Instruction& i : subroutine.code.code)
      if (i.unit == ptx::Unit::line && !i.memory.store && i.memory.sign_extend) {
        ++i.offset;
        ++changed;
      }
  ASSERT_EQ(changed, 7u);
  const Techniques techniques{std::make_shared<LinesBySubroutines>(std::move(subroutines))};
  EXPECT_NE(checked_workload("pathfinder", whole_line_machine(), techniques).mismatches, 0);
}

struct Timed {
  double mismatches, cycles, statistics, compressed, decompressed, issued;
};
Timed timed(const char* workload, const Techniques& techniques, bool skipping) {
  const auto found =
      timed_run(workload, techniques, skipping, {"toy.compressed", "toy.decompressed", "toy.issued"});
  return {found[0], found[1], found[2], found[3], found[4], found[5]};
}

TEST(LineSubroutines, ALineTakesTheTimeOfItsSubroutineAndIdleCyclesMayBeSkipped) {
  const Timed without = timed("pathfinder", {}, true),
              with = timed("pathfinder", {std::make_shared<LinesBySubroutines>()}, true),
              every_cycle = timed("pathfinder", {std::make_shared<LinesBySubroutines>()}, false);
  EXPECT_EQ(with.mismatches, 0);
  EXPECT_GT(with.decompressed, 10);
  EXPECT_GE(with.issued, 9 * (with.compressed + with.decompressed));
  EXPECT_GT(with.cycles, without.cycles);
  EXPECT_EQ(every_cycle.statistics, with.statistics);
}

TEST(LineSubroutines, StoredLinesAreCompressedByTheirSubroutine) {
  double compressed = 0;
  for (const char* workload : {"transpose", "scan", "fast_walsh_transform"}) {
    const Timed found = timed(workload, {std::make_shared<LinesBySubroutines>()}, true);
    EXPECT_EQ(found.mismatches, 0);
    compressed += found.compressed;
  }
  EXPECT_GT(compressed, 20);
}

}  // namespace
}  // namespace heddle::line_subroutines_test
