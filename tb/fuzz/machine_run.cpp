#include "tb/fuzz/machine_run.hpp"

#include <sys/resource.h>
#include <algorithm>
#include <cstddef>
#include <optional>

#include "hw/gpu/simulated_gpu.hpp"
#include "models/host/status.hpp"
#include "tb/cosim/verilated_library.hpp"
#include "tb/fuzz/launch_kernel.hpp"
#include "tb/run/child_process.hpp"
#include "tb/run/platform.hpp"
#include "tb/tandem/tandem_check.hpp"

namespace heddle {
namespace {

constexpr char ran = 'B', ran_inexactly = 'I', refused = 'R';

std::string text_of(const fuzz::Buffers& b, bool exact) {
  std::string text(1, exact ? ran : ran_inexactly);
  text.append(reinterpret_cast<const char*>(b.output.data()), b.output.size());
  text.append(reinterpret_cast<const char*>(b.cells.data()), b.cells.size());
  return text;
}

void limit_cpu(unsigned seconds) {
  const rlimit limit{seconds, seconds + 1};
  ::setrlimit(RLIMIT_CPU, &limit);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
}

std::string run_here(const fuzz::KernelTree& kernel, const std::string& ptx, const fuzz::Machine& machine,
                     bool watch) {
  Platform platform;
  SystemCoverage watcher;
  VerilatedLibrary rtl(parse_rtl_selection(machine.rtl));
  StatGroup stats;
  std::optional<SimulatedGpu> gpu;
  try {
    const PlatformOptions options{
        .gpu = machine.gpu, .techniques = machine.techniques, .assignments = machine.assignments};
    platform = resolve_platform(options);
    // Random stalls can reach coverage points that no system reaches.
    const bool pins = watch && platform.gpu.stalls.percent == 0;
    gpu.emplace(platform.gpu, platform.techniques, BlockMaker{&rtl, pins ? &watcher : nullptr}, stats);
    rtl.require_blocks_of(name_of(options));
  } catch (const Error& e) {  // the drawn values or blocks exclude each other
    return std::string(1, refused) + e.what();
  }
  try {
    std::optional<TandemCheck> check;
    const auto values = values_of(platform.techniques);
    if (machine.check) check.emplace(*gpu, platform.gpu, values);
    fuzz::MachineCoverage reached;
    fuzz::HazardWatch hazards(reached.hazards);
    if (watch) gpu->gpu().observe(hazards);
    const std::string buffers =
        text_of(fuzz::launch_on(check ? static_cast<Device&>(*check) : *gpu, kernel, ptx),
                values == nullptr || values->exact());
    if (check) {
      check->counts().require_followed();
      require_no_race(check->counts().worst.value());
    }
    reached.add(stats);
    reached.blocks = watcher.reached();
    return buffers + json_of(reached).dump();
  } catch (const ApiError& e) {
    if (e.status() != Status::launch_out_of_resources) throw;
    return std::string(1, refused) + e.what();
  }
}

}  // namespace

fuzz::MachineRun run_machine_apart(const fuzz::KernelTree& kernel, const std::string& ptx,
                                   const fuzz::Machine& machine, unsigned cpu_seconds, bool watch) {
  const std::string text = in_child_process("the random kernel", [&] {
    limit_cpu(cpu_seconds);
    return run_here(kernel, ptx, machine, watch);
  });
  fuzz::MachineRun run;
  if (text.at(0) == refused) {
    run.refused = true;
    return run;
  }
  run.exact = text.at(0) == ran;
  run.after.output.resize(kernel.output_bytes());
  run.after.cells.resize(8 * kernel.cells);
  // Either vector may be empty, which memcpy does not allow.
  const auto* const bytes = reinterpret_cast<const std::byte*>(text.data() + 1);
  std::copy_n(bytes, run.after.output.size(), run.after.output.begin());
  std::copy_n(bytes + run.after.output.size(), run.after.cells.size(), run.after.cells.begin());
  run.reached = fuzz::machine_coverage_of(
      nlohmann::ordered_json::parse(text.substr(1 + run.after.output.size() + run.after.cells.size())));
  return run;
}

}  // namespace heddle
