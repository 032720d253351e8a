// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw/gpu/cta_dispatcher.hpp"
#include "hw/gpu/gpu_config.hpp"
#include "hw/gpu/livelock_search.hpp"
#include "hw/gpu/statistic_sampler.hpp"
#include "hw/memory/memory_system.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "hw/sm/streaming_multiprocessor.hpp"

namespace heddle {

class Timeline;

/// The platform: SMs in the core domain, memory in its own, TLM-2.0 between them.
class Gpu : public sc_core::sc_module {
 public:
  /// `threads` tick SMs, unless one must (ClockDomain::why_serial): there is RTL, an observer, a watcher of
  /// pins, or a technique that shares something among SMs. What is simulated does not depend on it.
  Gpu(sc_core::sc_module_name name, const GpuConfig& config, const Techniques& techniques,
      const BlockMaker& blocks, StatGroup& stats, unsigned threads = 1);

  /// What the host program uses a line for: set by who drives the GPU, may be null.
  std::function<LineUse(std::uint64_t address)> use_of{};

  /// Runs one launch to its end. Throws Error when the kernel or the platform fails.
  void run(const Launch& launch);
  /// Copies to and from device memory, beside simulated time.
  void write(std::uint64_t address, std::span<const std::byte> from);
  void read(std::uint64_t address, std::span<std::byte> to);

  /// Lets `observer` watch all SMs from the next launch on; it must outlive the simulation.
  void observe(SmObserver& observer);
  /// Records all events from now on in `timeline`, which must outlive the simulation.
  void draw(Timeline& timeline);
  /// Lets `sampler` read the statistics at the core cycles that it asks for, each after the edges of all SMs.
  /// It must outlive the simulation.
  void sample(StatisticSampler& sampler) { core_.attach(sampler); }
  /// Brings all statistics up to the present cycle.
  void settle();
  /// `pulse` is called now and then while the GPU works, as for a progress display. It must change nothing.
  void on_pulse(std::function<void()> pulse) { core_.on_pulse = std::move(pulse); }
  /// The progress of the present launch.
  LaunchProgress progress() const;

  const ClockDomain& core() const { return core_; }
  MemorySystem& memory() { return memory_; }
  StreamingMultiprocessor& sm(unsigned k) { return sms_[k]; }
  /// What parts of the machine leave behind at the end of a run, beside statistics: texts by name of a file.
  std::map<std::string, std::string> files() const;

 private:
  void copy(tlm::tlm_command command, std::uint64_t address, std::byte* data, std::size_t size);
  void reset();
  LineEdges edges(const Techniques& techniques, const BlockMaker& blocks);
  std::uint64_t thread_instructions() const;

  const GpuConfig config_;
  ClockDomain core_;
  Wire<bool> rst_n_{"rst_n"};
  CtaDispatcher dispatcher_;
  const LineEdges edges_;
  MemorySystem memory_;
  std::deque<StreamingMultiprocessor> sms_;
  LivelockSearch livelocks_;  ///< attached behind all that random stalls may hold
  Counter& cycles_;
  Counter& unallocated_;
  Timeline* timeline_ = nullptr;
  std::uint64_t began_fs_ = 0;        ///< when the present launch did
  std::uint64_t counted_cycles_ = 0;  ///< of it, in cycles_
  unsigned file_ = 0;                 ///< warp registers of an SM
  unsigned unallocated_now_ = 0;      ///< of these, while this launch runs
  bool is_reset_ = false;
};

}  // namespace heddle
