// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hw/gpu/simulated_gpu.hpp"
#include "hw/sm/warps/sm_observer.hpp"
#include "models/tandem/tandem.hpp"

namespace heddle {

/// The simulated GPU under tandem execution: each launch is compared with the executor, instruction by
/// instruction (see Tandem). A host program drives it like the GPU itself.
class TandemCheck final : public Device, private SmObserver {
 public:
  /// Watches `gpu`, which has run nothing yet. `values`: what its techniques do to results on purpose.
  TandemCheck(SimulatedGpu& gpu, const GpuConfig& config, std::shared_ptr<const ValueModel> values = nullptr);

  DevicePointer allocate(std::size_t bytes) override;
  void release(DevicePointer buffer) override { gpu_.release(buffer); }
  void write(DevicePointer to, std::span<const std::byte> from) override;
  void read(std::span<std::byte> to, DevicePointer from) override { gpu_.read(to, from); }
  /// Also throws Error at the first difference.
  void launch(const LaunchRequest& request) override;
  ptx::Divergence divergence() const override { return gpu_.divergence(); }
  ptx::CodeGeneration code_generation() const override { return gpu_.code_generation(); }
  std::uint64_t picoseconds() const override { return gpu_.picoseconds(); }

  const TandemCounts& counts() const { return tandem_.counts(); }

 private:
  void launch_begins(unsigned sm, const Launch& launch) override;
  void cta_begins(unsigned sm, unsigned slot, const Dim3& id, Cycle now) override;
  void cta_ends(unsigned sm, unsigned slot, Cycle now) override;
  void issued(unsigned sm, const IssuedInstruction& i, Cycle now) override;
  void jumped(unsigned sm, unsigned warp, std::uint32_t pc, LaneMask active, Cycle now) override;
  void collected(unsigned sm, const InFlight& f, Cycle now) override;
  void dispatched(unsigned sm, const char* kind, unsigned number, const InFlight& f, Cycle cycles,
                  Cycle now) override;
  void memory_queued(unsigned sm, const InFlight& f, Cycle now) override;
  void finished(unsigned sm, const InFlight& f, Cycle now) override;
  void committed(unsigned sm, const RegisterWrite& w, const Peek& peek, Cycle now) override;
  void register_dies(unsigned sm, unsigned warp, unsigned r, Cycle now) override;
  void drained(unsigned sm, unsigned warp, const Peek& peek, Cycle now) override;

  void atomic(const tlm::tlm_generic_payload& payload);
  /// The physical registers of a warp, as its writes have shown; no_place where there is none.
  static constexpr RegisterId no_place = 0xffff;
  auto& places(unsigned sm, unsigned warp) { return places_[sm * warps_ + warp]; }

  SimulatedGpu& gpu_;
  const unsigned sms_, warps_;
  Tandem tandem_;
  const LaunchRequest* request_ = nullptr;
  std::uint64_t memory_order_ = 0;  ///< of instructions that a load/store unit has got
  std::vector<std::array<RegisterId, ThreadRegisters::most>> places_;
};

}  // namespace heddle
