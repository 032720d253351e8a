#pragma once

#include <cstdint>
#include <string>

#include "tb/cli/simulation.hpp"

namespace CLI {
class App;
}

namespace heddle {

/// A program's results without time: what --functional does.
struct FunctionalRun {
  WorkloadResult result{};
  std::uint64_t warp_instructions = 0;  ///< issued, over all launches
  HostCost host{};
  std::string check_label{}, check_text{};  ///< of the check that it ran under; empty: none

  double instructions_per_second() const {
    return static_cast<double>(warp_instructions) / host.launch_seconds;
  }
};

/// Runs the request's program on a FunctionalDevice with the GPU's memory and limits of a CTA. Throws Error
/// for whatever is wrong with the request, the kernel or the run. `check` is the name of a FunctionalCheck
/// under which it runs, or empty.
FunctionalRun run_functional(const SimulationRequest& request, const std::string& check = "");

/// The run as text for people.
std::string report(const SimulationRequest& request, const FunctionalRun& run);

/// Throws Error when the command line of `app` holds an option that says how the machine works, or asks for
/// figures that only its time gives: --functional has neither.
void refuse_timing_options(const CLI::App& app);

}  // namespace heddle
