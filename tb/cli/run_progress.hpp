// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "hw/gpu/simulated_gpu.hpp"
#include "tb/cosim/progress.hpp"

namespace heddle {

/// "hotspot #3: 120/400 CTAs, 0:12 left, 1.23 Mcycles, 85.1 kcycles/s, 640 kwarp instr/s": `seconds` have
/// passed since the launch began, in which the GPU issued `warp_instructions`. Rates and time left are shown
/// when they can be computed.
std::string progress_text(const LaunchProgress& launch, std::uint64_t number, std::uint64_t warp_instructions,
                          double seconds);

/// Shows the progress of a GPU's present launch on a terminal (stderr), some times a second of the host's
/// time. Where stderr is no terminal it is silent. The simulation does not depend on it.
class RunProgress {
 public:
  explicit RunProgress(SimulatedGpu& gpu);
  ~RunProgress();
  RunProgress(const RunProgress&) = delete;
  RunProgress& operator=(const RunProgress&) = delete;

 private:
  void show();

  using Clock = std::chrono::steady_clock;
  SimulatedGpu& gpu_;
  ProgressBar line_;
  std::uint64_t launch_ = 0;  ///< for which the following hold
  Clock::time_point begun_{};
  std::uint64_t instructions_ = 0;
};

/// The same for RunRequest::on_start: shows progress while the returned object lives.
std::shared_ptr<void> show_progress(SimulatedGpu& gpu);

}  // namespace heddle
