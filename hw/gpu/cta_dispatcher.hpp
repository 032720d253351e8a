// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hw/gpu/gpu_config.hpp"
#include "hw/sm/streaming_multiprocessor.hpp"

namespace heddle {

/// The progress of a launch.
struct LaunchProgress {
  std::string_view kernel{};
  std::uint64_t ctas_begun = 0, ctas_done = 0, ctas = 0;
  std::uint64_t cycles = 0;             ///< since it began
  std::uint64_t warp_instructions = 0;  ///< of all launches
};

/// Dispatches the CTAs of a launch to the SMs, at most one per SM and cycle, in rotating order; detects when
/// the launch has ended, when it makes no progress, and when something in an SM waits in a circle. It is
/// attached to the clock before the SMs, so that it sees their state of an earlier edge whether cycles are
/// skipped or not.
class CtaDispatcher : public Clocked {
 public:
  CtaDispatcher(ClockDomain& clock, const GpuConfig& config)
      : no_progress_cycles_(config.no_progress_cycles),
        max_cycles_(config.max_cycles),
        order_(config.cta_order) {
    clock.attach(*this);
  }
  void add(StreamingMultiprocessor& sm);

  void begin(const Launch& launch);
  bool done() const { return launch_ == nullptr; }
  /// Kernel and CTAs of the present launch.
  LaunchProgress progress() const;

  /// Pauses the simulation when the launch has ended; throws Error when it makes no progress.
  Cycle tick(Cycle now) override;

 private:
  enum class Latch { ctas };  // latches that random stalls may hold

  void deal();
  std::uint64_t take();
  bool all_idle() const;
  void check_progress(Cycle now);
  void look_for_circles(Cycle now);
  std::string place() const;
  std::string state() const;

  const std::uint64_t no_progress_cycles_, max_cycles_;
  const CtaOrder order_;
  std::uint64_t scattered_ = 0,
                stride_ = 1;  ///< of CtaOrder::scattered: has no factor in common with the grid
  std::vector<StreamingMultiprocessor*> sms_;
  std::vector<std::uint64_t> seen_progress_;  ///< of each SM, when it was looked for circles
  unsigned looks_ = 0;
  const Launch* launch_ = nullptr;
  sc_core::sc_time begun_;  ///< an edge at this instant does not belong to the launch yet
  std::uint64_t next_cta_ = 0;
  std::size_t first_sm_ = 0;
  bool started_ = false;
  Cycle began_ = 0, checked_ = 0;
  Cycle looked_for_circles_ = 0;
  std::uint64_t progress_ = 0;
};

}  // namespace heddle
