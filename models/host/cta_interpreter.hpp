#pragma once

#include <cstdint>
#include <vector>

#include "models/host/cta_barriers.hpp"
#include "models/host/functional_device.hpp"
#include "models/ptx/simt_stack.hpp"

namespace heddle {

/// One CTA on a FunctionalDevice.
class CtaInterpreter {
 public:
  CtaInterpreter(FunctionalDevice&, const LaunchRequest&, Dim3 ctaid);

  /// Runs to the end. `issued` counts warp instructions on (it is the time that %clock shows); Error when it
  /// reaches `limit`.
  void run(std::uint64_t& issued, std::uint64_t limit);

 private:
  struct Warp {
    ptx::WarpContext context;
    ptx::SimtStack stack;
    std::vector<WarpRegister> registers;
    std::vector<std::byte> local;  ///< Kernel::local_bytes for each lane
    bool waiting = false;          ///< at the barrier that its pc names
    LaneMask absent = 0;           ///< of a waiting warp: lanes that are elsewhere and never come
    std::uint32_t barrier = 0;     ///< of a waiting warp: its number
  };

  void run_warp(Warp&, std::uint64_t& issued, std::uint64_t limit);
  void step(Warp&);
  void arrive(Warp&, const ptx::Instruction&, LaneMask lanes);
  void release(CtaBarriers::WarpSet);
  [[noreturn]] void fail_deadlock() const;
  void compute(Warp&, const ptx::Instruction&, LaneMask lanes);
  void access(Warp&, const ptx::Instruction&, LaneMask lanes);
  void access_lane(Warp&, const ptx::Instruction&, unsigned lane, std::uint64_t address);
  void sample(Warp&, const ptx::Instruction&, unsigned lane);
  std::byte* locate(Warp&, const ptx::Instruction&, unsigned lane, std::uint64_t address,
                    std::uint32_t bytes);
  void fetch(const Warp&, const ptx::Instruction&);
  void write_back(Warp&, const ptx::Instruction&, LaneMask lanes);

  FunctionalDevice& device_;
  const ptx::Kernel& kernel_;
  std::vector<Warp> warps_;
  CtaBarriers barriers_;
  std::vector<std::byte> shared_;
  ptx::Operands operands_;
};

}  // namespace heddle
