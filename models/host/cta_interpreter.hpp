#pragma once

#include <cstdint>
#include <vector>

#include "models/host/cta_barriers.hpp"
#include "models/host/functional_device.hpp"
#include "models/ptx/simt_stack.hpp"

namespace heddle {

/// The CTAs of a launch on a FunctionalDevice, one after the other.
class CtaInterpreter {
 public:
  /// `issued` counts warp instructions on (it is the time that %clock shows); Error when it reaches `limit`.
  /// `observer` and `results` may be null.
  CtaInterpreter(FunctionalDevice&, const LaunchRequest&, std::uint64_t& issued, std::uint64_t limit,
                 InstructionObserver* observer, ResultModel* results);

  /// Runs a CTA to its end.
  void run(Dim3 ctaid);

 private:
  struct Warp {
    ptx::WarpContext context;
    ptx::PredicateFile predicates{};
    ptx::SimtStack stack;
    std::vector<WarpRegister> registers;
    std::vector<std::byte> local;  ///< Kernel::local_bytes for each lane
    bool waiting = false;          ///< at the barrier that its pc names
    LaneMask absent = 0;           ///< of a waiting warp: lanes that are elsewhere and never come
    std::uint32_t barrier = 0;     ///< of a waiting warp: its number
  };

  void begin(Dim3 ctaid);
  void run_warp(Warp&);
  void step(Warp&);
  void arrive(Warp&, const ptx::Instruction&, LaneMask lanes);
  void release(CtaBarriers::WarpSet);
  [[noreturn]] void fail_deadlock() const;
  void compute(Warp&, const ptx::Instruction&, LaneMask lanes);
  void access(Warp&, const ptx::Instruction&, LaneMask lanes);
  bool access_together(Warp&, const ptx::Instruction&, LaneMask lanes);
  void access_lane(Warp&, const ptx::Instruction&, unsigned lane, std::uint64_t address);
  void sample(Warp&, const ptx::Instruction&, unsigned lane);
  std::byte* locate(Warp&, const ptx::Instruction&, unsigned lane, std::uint64_t address,
                    std::uint32_t bytes);
  void bind(Warp&, const ptx::Instruction&);

  FunctionalDevice& device_;
  const LaunchRequest& launch_;
  const ptx::Kernel& kernel_;
  std::uint64_t& issued_;
  const std::uint64_t limit_;
  InstructionObserver* const observer_;
  ResultModel* const results_;
  std::vector<Warp> warps_;
  CtaBarriers barriers_;
  std::vector<std::byte> shared_;
  ptx::Operands operands_;  ///< bound to the registers of the warp that executes
};

}  // namespace heddle
