// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/run/machine_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>

#include "hw/gpu/simulated_gpu.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/host/status.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"
#include "tb/fuzz/draw/draw_probes.hpp"
#include "tb/fuzz/machine/probe_subroutine.hpp"
#include "tb/fuzz/run/launch_kernel.hpp"
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

/// The only word of a probe's memory; zero where it has none.
std::uint64_t sum_of(const std::map<std::string, std::string>& files, std::size_t probe) {
  const auto file = files.find(fuzz::name_of_probe(probe) + ".csv");
  const std::string key = "\n0,";
  if (file == files.end()) return 0;
  const auto at = file->second.find(key);
  return at == std::string::npos ? 0 : std::stoull(file->second.substr(at + key.size()));
}

std::string run_here(const fuzz::KernelTree& kernel, const std::string& ptx, const fuzz::Machine& machine,
                     std::size_t probes, bool watch) {
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
    gpu.emplace(platform.gpu, platform.techniques,
                BlockMaker{machine.rtl.empty() ? nullptr : &rtl, pins ? &watcher : nullptr}, stats,
                machine.threads);
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
    fuzz::Buffers after = fuzz::launch_on(check ? static_cast<Device&>(*check) : *gpu, kernel, ptx,
                                          platform.gpu.sm.registers_per_thread);
    if (check) {
      check->counts().require_followed();
      require_no_race(check->counts().worst.value());
    }
    reached.add(stats);
    reached.blocks = watcher.reached();
    const auto files = gpu->files();
    std::uint64_t assist_warps = 0;
    for (std::size_t k = 0; k < probes; ++k) {
      after.observed.push_back(sum_of(files, k));
      assist_warps +=
          static_cast<std::uint64_t>(stats.number("sm_total.caba." + fuzz::name_of_probe(k) + ".ended"));
    }
    const nlohmann::ordered_json rest{
        {"observed", after.observed}, {"probes_run", assist_warps}, {"reached", json_of(reached)}};
    return text_of(after, values == nullptr || values->exact()) + rest.dump();
  } catch (const ApiError& e) {
    if (e.status() != Status::launch_out_of_resources && !fuzz::is_refusal(e)) throw;
    return std::string(1, refused) + e.what();
  } catch (const Error& e) {
    if (probes == 0 || !fuzz::is_refusal(e)) throw;
    return std::string(1, refused) + e.what();
  }
}

}  // namespace

fuzz::MachineRun run_machine_apart(const fuzz::KernelTree& kernel, const std::string& ptx,
                                   const fuzz::Machine& machine, unsigned cpu_seconds, bool watch) {
  std::optional<ScratchFolder> subroutines;
  fuzz::Machine whole = machine;
  if (!machine.probes.empty())
    whole = fuzz::with_subroutines(machine, fuzz::printed(kernel), subroutines.emplace().path());
  const std::string text = in_child_process("the random kernel", [&] {
    limit_processor_time(cpu_seconds);
    return run_here(kernel, ptx, whole, machine.probes.size(), watch);
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
  const auto rest =
      nlohmann::ordered_json::parse(text.substr(1 + run.after.output.size() + run.after.cells.size()));
  run.after.observed = rest.at("observed").get<std::vector<std::uint64_t>>();
  run.probes_run = rest.at("probes_run");
  run.reached = fuzz::machine_coverage_of(rest.at("reached"));
  return run;
}

}  // namespace heddle
