#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "hw/gpu/statistic_sampler.hpp"
#include "hw/gpu/timeline.hpp"
#include "hw/sim/block_maker.hpp"
#include "models/tandem/tandem.hpp"
#include "tb/cli/host_cost.hpp"
#include "tb/cli/platform.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle {

/// One run: a workload, or a kernel of the user's own with a launch file, on one machine.
struct SimulationRequest {
  std::string target{};  ///< name of a workload, or a file that ends in .ptx
  std::string launch{};  ///< launch file of a .ptx target
  WorkloadOptions workload{};
  PlatformOptions platform{};
  std::string rtl{};               ///< blocks that are to be RTL: "bdi_compressor,bank_arbiter=mine.sv"
  bool check = false;              ///< tandem execution (see Tandem)
  std::string record_registers{};  ///< file for what the first SM writes (see RegisterRecorder); empty: none
  std::string timeline{};          ///< file for what happens when (see Timeline); empty: none
  TimelineWindow timeline_window{};
  SampleRequest samples{};  ///< statistics over time; no names: none
  bool coverage = false;    ///< look at the pins of all blocks (see SystemCoverage)
  /// Someone else who looks at them, instead; outlives the run. Not of a run apart.
  BlockWatcher* watcher = nullptr;
};

/// What came of it.
struct Simulation {
  WorkloadResult result{};
  nlohmann::ordered_json
      stats{};            ///< as stats.json: equal for equal machines and inputs, whatever the host does
  std::string csv{};      ///< the same as stats.csv
  std::string kernels{};  ///< as kernels.csv: a row a launch (see KernelRecords)
  std::string config{};   ///< the resolved configuration as YAML
  std::string samples{};  ///< as StatisticSampler::csv, if they were asked for; not of a run apart
  unsigned sms = 0;
  std::uint64_t core_mhz = 0;
  HostCost host{};
  std::optional<TandemCounts> checked{};  ///< of a run under tandem execution
  nlohmann::ordered_json coverage{};      ///< as coverage.json, if it was asked for; not of a run apart
};

/// Simulates in this process; SystemC allows it once. Throws Error for whatever is wrong with the request,
/// the kernel or the run; a result that differs from its reference is no Error.
Simulation simulate(const SimulationRequest& request);

/// The same in a process of its own, any number of times before `simulate`.
Simulation simulate_apart(const SimulationRequest& request);

/// Throws Error when there can be no such machine, or it lacks a block that is to be RTL. It is made in a
/// process of its own.
void require_machine(const PlatformOptions& options, const std::string& rtl);

/// The stats.json of a run on this machine in which nothing was launched: what statistics there are. Made in
/// a process of its own. `while_it_runs`: only those that can be sampled.
nlohmann::ordered_json declared_statistics(const PlatformOptions& options, bool while_it_runs = false);

}  // namespace heddle
