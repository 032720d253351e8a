// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "hw/gpu/statistic_sampler.hpp"
#include "hw/gpu/timeline.hpp"
#include "hw/sim/block_maker.hpp"
#include "models/tandem/tandem.hpp"
#include "tb/cosim/rtl/user_rtl.hpp"
#include "tb/run/host_cost.hpp"
#include "tb/run/platform.hpp"
#include "tb/run/quality.hpp"
#include "tb/workloads/launch_writes.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle {

class SimulatedGpu;

/// One run on one machine: of a workload, a kernel with a launch file, a recording, or a host program.
struct RunRequest {
  std::string target{};  ///< a workload, kernel.ptx, or recording.json; with `program`, a name for it
  std::vector<std::string> linked{};  ///< further PTX files, linked with a .ptx target
  std::string launch{};               ///< launch file of a .ptx target
  WritePlaces writes{};               ///< what the launch file may write
  /// A host program of the caller's own, which is run instead of a workload or a kernel.
  std::function<WorkloadResult(Device&)> program{};
  WorkloadOptions workload{};
  PlatformOptions platform{};
  std::string rtl{};               ///< blocks that are to be RTL: "bdi_compressor,bank_arbiter=mine.sv"
  UserRtl rtl_options{};           ///< of the user's RTL: folders, macros, lists (see parse_rtl_selection)
  bool check = false;              ///< tandem execution (see Tandem)
  unsigned threads = 1;            ///< that tick SMs, where nobody could see it (RunResult::one_thread)
  std::string record_registers{};  ///< file for what the first SM writes (see RegisterRecorder); empty: none
  std::string timeline{};          ///< file of the timeline (see Timeline); empty: none
  TimelineWindow timeline_window{};
  SampleRequest samples{};  ///< statistics over time; no names: none
  bool coverage = false;    ///< look at the pins of all blocks (see SystemCoverage)
  /// Another observer of the pins instead; it must outlive the run. Not for a run apart.
  BlockWatcher* watcher = nullptr;
  /// Called with the machine before the program begins. What it returns lives until the program has ended. It
  /// may add observers, and must change nothing else.
  std::function<std::shared_ptr<void>(SimulatedGpu&)> on_start{};
};

/// The result of a run.
struct RunResult {
  WorkloadResult result{};
  /// Of a run in which a technique changes results on purpose.
  std::optional<Quality> quality{};
  std::string picture{};  ///< of such a run: see png_of; not of a run apart
  nlohmann::ordered_json
      stats{};            ///< as stats.json: equal for equal machines and inputs, independent of the host
  std::string csv{};      ///< the same as stats.csv
  std::string kernels{};  ///< as kernels.csv: a row a launch (see KernelRecords)
  std::string config{};   ///< the resolved configuration as YAML
  std::map<std::string, std::string>
      files{};            ///< texts that parts of the machine leave (SimulatedGpu::files), by name
  std::string samples{};  ///< as StatisticSampler::csv, if they were asked for; not of a run apart
  unsigned sms = 0;
  std::uint64_t core_mhz = 0;
  HostCost host{};
  std::string one_thread{};               ///< why one thread ticked all SMs, if more were asked for
  std::optional<TandemCounts> checked{};  ///< of a run under tandem execution
  nlohmann::ordered_json coverage{};      ///< as coverage.json, if it was asked for; not of a run apart

  std::vector<std::string> rtl_notes{};  ///< VerilatedLibrary::notes; not of a run apart

  /// No result is wrong, but those that a technique changes on purpose.
  bool right() const { return quality.has_value() || result.mismatches == 0; }
};

/// Runs in this process; SystemC allows it once. Throws Error for whatever is wrong with the request, the
/// kernel or the run; a result that differs from its reference is no Error.
RunResult run(const RunRequest& request);

/// The same in a process of its own, any number of times before `run`.
RunResult run_apart(const RunRequest& request);

/// The same program on the machine without techniques, apart, and without timeline, samples or checks.
RunResult run_baseline(RunRequest request);

/// Throws Error when the machine cannot be built, or lacks a block that is to be RTL. It is built in a
/// process of its own.
void require_machine(const PlatformOptions& options, const std::string& rtl);

/// The stats.json of a run on this machine without a launch, which lists all statistics. Made in a process of
/// its own. `while_it_runs`: only statistics that can be sampled.
nlohmann::ordered_json declared_statistics(const PlatformOptions& options, bool while_it_runs = false);

}  // namespace heddle
