// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/host/cta_barriers.hpp"
#include "models/host/launch.hpp"
#include "models/tandem/atomic_log.hpp"
#include "models/tandem/barrier_clocks.hpp"
#include "models/tandem/load_counts.hpp"
#include "models/tandem/shadow_memory.hpp"
#include "models/tandem/tandem_mbarrier.hpp"
#include "models/tandem/tandem_record.hpp"
#include "models/tandem/tandem_warp.hpp"
#include "models/tandem/value_model.hpp"

namespace heddle {

/// What a checked run has compared.
struct TandemCounts {
  std::uint64_t instructions = 0;  ///< warp instructions that were executed in tandem
  std::uint64_t values = 0;        ///< warp registers compared: sources, results, read back
  LoadCounts loads{};
  std::optional<CheckedLaunch> worst{};  ///< the launch of which the smallest share of loads was followed
  /// Throws Error when too few of its loads were followed.
  void require_followed() const {
    if (worst) heddle::require_followed(*worst);
  }
};

/// Tandem execution: executes each instruction of a launch a second time, in the program order of its warp,
/// with a SIMT stack, registers and memory of its own, and compares what the platform did with it. The
/// platform's values are compared and never used, except for loads whose value the order of warps decides.
///
/// The caller makes a TandemRecord for each issued instruction, fills it as the instruction proceeds, and
/// calls `advance`. The first difference is thrown as an Error.
class Tandem {
 public:
  /// `values`: what the platform does to results on purpose; null: nothing.
  explicit Tandem(std::shared_ptr<const ValueModel> values = nullptr) : values_(std::move(values)) {}

  /// Values that are certain: what the host writes, and zeros where it allocates.
  void set(std::uint64_t address, std::span<const std::byte> bytes) { global_.set(address, bytes); }

  /// `kernel`: the request's, or another with the same code. All named must outlive the launch.
  void begin_launch(const ptx::Kernel& kernel, const LaunchRequest& request, unsigned sms,
                    unsigned warps_per_sm);
  /// Compares what the launch has left in memory: `read` gets the platform's bytes.
  void end_launch(const std::function<void(std::uint64_t, std::span<std::byte>)>& read);

  void begin_cta(unsigned sm, unsigned slot, Dim3 id);
  /// Throws Error when an instruction of the CTA has not come to its end.
  void end_cta(unsigned sm, unsigned slot);
  void begin_warp(unsigned sm, unsigned slot, unsigned cta_slot, unsigned index);

  /// An instruction of the warp has been issued, the next in program order.
  TandemRecord& issue(unsigned sm, unsigned slot);
  /// An assist warp lets the active lanes of the warp resume at `pc`, behind what was issued.
  void jump(unsigned sm, unsigned slot, std::uint32_t pc, LaneMask active);
  /// An assist warp has written the warp's architected register r in these lanes, which is taken over.
  void write(unsigned sm, unsigned slot, unsigned r, LaneMask lanes, const WarpRegister& value);
  /// An assist warp has read it there, which is compared.
  void read(unsigned sm, unsigned slot, unsigned r, LaneMask lanes, const WarpRegister& value);
  /// The instruction with that sequence number. Throws Error when the warp has issued no such.
  TandemRecord& record(unsigned sm, unsigned slot, std::uint64_t sequence);
  /// Executes the instructions whose records are complete.
  void advance(unsigned sm, unsigned slot);

  /// The warp has finished: architected register r, which still has physical register `place`, holds `value`.
  void final_register(unsigned sm, unsigned slot, unsigned r, RegisterId place, const WarpRegister& value);

  /// Global memory has served an atomic.
  void served(std::uint64_t address, const AtomicOperation& operation);

  const TandemCounts& counts() const { return counts_; }

 private:
  struct Cta {
    std::uint64_t number = 0;       ///< in the launch
    unsigned warps = 0, first = 0;  ///< slots
    bool unfollowed = false;        ///< fences have put it in order with others, or barriers its atomics
    CtaBarriers barriers{};
    BarrierClocks clocks{};
    ShadowMemory shared;
    std::vector<SharedAtomic> atomics;                  ///< since the last barrier of the whole CTA
    std::map<std::uint64_t, TandemMbarrier> mbarriers;  ///< by address in shared memory
    bool phase_ended = false;                           ///< of an mbarrier, by the present instruction
    std::unique_ptr<ResultModel> results;               ///< null: results are exact
  };
  TandemWarp& warp(unsigned sm, unsigned slot) { return warps_[sm * warps_per_sm_ + slot]; }
  Cta& cta_of(const TandemWarp& w) { return ctas_[w.sm][w.cta_slot]; }

  bool step(TandemWarp& w);
  void put(TandemRecord::Kind kind, unsigned sm, unsigned slot, unsigned r, LaneMask lanes,
           const WarpRegister& value);
  bool assisted(TandemWarp& w, TandemRecord& r);
  void execute(TandemWarp& w, const TandemRecord& r, const ptx::Instruction& i);
  void control(TandemWarp& w, const ptx::Instruction& i, LaneMask lanes);
  void arrive(TandemWarp& w, const ptx::Instruction& i, LaneMask lanes);
  static void show(const Cta& cta, TandemWarp& w);
  void release(Cta& cta, TandemWarp& by, CtaBarriers::WarpSet released, bool whole);
  void bind(TandemWarp& w, const ptx::Instruction& i);
  void observe(TandemWarp& w, const TandemRecord& r);
  void change(TandemWarp& w, const TandemRecord& r, const ptx::Instruction& i);
  void check_final(TandemWarp& w);
  // tandem_mbarrier.cpp
  bool awaits_phase(const TandemWarp& w, const TandemRecord& r, const ptx::Instruction& i);
  void mbarrier(TandemWarp& w, const TandemRecord& r, const ptx::Instruction& i,
                const ptx::LaneAddresses& addresses);
  void advance_waiting(TandemWarp& by);
  // tandem_memory.cpp
  void access(TandemWarp& w, const TandemRecord& r, const ptx::Instruction& i);
  void compare_address(const TandemWarp& w, const TandemRecord& r, unsigned lane,
                       std::uint64_t expected) const;
  void copy(TandemWarp& w, const TandemRecord& r, const ptx::Instruction& i, LaneMask unset);
  void check_loaded(TandemWarp& w, const TandemRecord& r, unsigned lane, ptx::Location at,
                    std::span<const std::byte> bytes);
  void sample(TandemWarp& w, const TandemRecord& r, const ptx::Instruction& i);
  void store_lane(TandemWarp& w, const TandemRecord& r, unsigned lane, ptx::Location at, bool defined);
  void load_lane(TandemWarp& w, const TandemRecord& r, const ptx::Instruction& i, unsigned lane,
                 ptx::Location at);
  void atomic_lane(TandemWarp& w, const TandemRecord& r, const ptx::Instruction& i, unsigned lane,
                   ptx::Location at);
  bool load_local(TandemWarp& w, const ptx::Instruction& i, unsigned lane, std::uint64_t offset,
                  std::size_t bytes);
  bool concurrent(const TandemWarp& w, unsigned lane, ptx::Location at, std::size_t bytes);
  void note_overtaking(const Cta& cta, const ShadowMemory& memory, std::uint64_t address,
                       std::span<const std::byte> bytes, const MemoryAgent& by, std::uint32_t line);
  bool as_own_atomics_left(const TandemWarp& w, unsigned lane, ptx::Location at,
                           std::span<const std::byte> got);
  bool may_be_ordered(TandemWarp& w, const ptx::Instruction& i, ptx::Location at, std::size_t bytes);
  void replay_atomics(Cta& cta);
  void count_launch();
  std::string place_of(std::uint32_t line) const;

  const std::shared_ptr<const ValueModel> values_;
  ValueModel::CtaModels cta_models_;     ///< of the launch; empty: results are exact
  const ptx::Kernel* kernel_ = nullptr;  ///< while CTAs run; a technique's own may end with the launch
  std::string file_, name_;              ///< of the kernel, also after its launch
  std::shared_ptr<const ptx::JoinedFiles> files_;  ///< the same
  const LaunchRequest* request_ = nullptr;
  unsigned warps_per_sm_ = 0, warps_per_cta_ = 0, sms_ = 0;
  std::vector<TandemWarp> warps_;
  std::vector<std::map<unsigned, Cta>> ctas_;  ///< [SM]: by slot
  std::deque<TandemRecord> storage_;
  std::vector<TandemRecord*> free_;
  ShadowMemory global_;
  AtomicLog atomics_;
  ptx::Operands operands_;
  LaneMask local_defined_ = 0;  ///< lanes of the last load that found what the program had written
  TandemCounts counts_;
  LoadCounts loads_;  ///< of the present launch
};

}  // namespace heddle
