// SPDX-License-Identifier: Apache-2.0
#include "tb/microbench/core/core_measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "hw/gpu/simulated_gpu.hpp"
#include "hw/sm/launch/occupancy.hpp"
#include "models/host/launch.hpp"
#include "tb/microbench/core/launch_cost.hpp"
#include "tb/microbench/core/step_rate.hpp"

namespace heddle {
namespace core_measurement {
namespace {

constexpr unsigned zeros_bytes = 512;

std::vector<CoreKernel> kernels_of(CoreGroup group, const GpuConfig& gpu) {
  switch (group) {
    case CoreGroup::arithmetic:
      return arithmetic_kernels();
    case CoreGroup::shared:
      return shared_kernels();
    case CoreGroup::constant:
      return constant_kernels(gpu.sm.load_store.l1c.line_bytes);
    case CoreGroup::l1:
      return l1_kernels();
    case CoreGroup::control:
      return control_kernels();
    case CoreGroup::launch:
      break;  // measure_launches
  }
  return {};
}

ptx::BuildOptions build_of(const SmConfig& sm) {
  return {.max_registers = std::min(ptx::most_registers, sm.registers_per_thread),
          .file_registers = std::max(1024u, sm.registers)};
}

/// One SM with these kernels on it.
class Core {
 public:
  Core(const GpuConfig& gpu, const Techniques& techniques, std::vector<CoreKernel> kernels)
      : sm_(gpu.sm),
        period_fs_(gpu.core_period_fs()),
        kernels_(std::move(kernels)),
        gpu_(gpu, techniques, nullptr, stats_),
        context_(gpu_, {.build = build_of(gpu.sm)}),
        module_(context_.load_text(text(), "heddle microbench core")),
        run_{context_, module_, 1} {
    gpu_.gpu().observe(rate_);
  }

  std::vector<CoreMeasurement> measure_all(bool launches) {
    std::vector<CoreMeasurement> all, of_launches;
    if (launches) of_launches = measure_launches(context_, module_, period_fs_);
    for (const CoreKernel& k : kernels_) {
      if (k.warps > most_warps()) continue;
      const double cycles = cycles_of(k);
      all.push_back({k.group, k.name, k.unit, k.each == 0 ? cycles : k.each / cycles});
    }
    if (checked_.mismatches != 0) throw Error({.place = "heddle microbench core", .what = checked_.first});
    all.insert(all.end(), of_launches.begin(), of_launches.end());
    return all;
  }

 private:
  /// The kernels are numbered, since their names are no names of PTX.
  std::string text() {
    for (std::size_t n = 0; n < kernels_.size(); ++n) kernels_[n].stretch.name = fmt::format("core{}", n);
    return write_core_module(kernels_) + launch_kernels();
  }

  /// The most warps of a CTA, with 32 registers a thread.
  unsigned most_warps() const {
    return std::min<unsigned>({max_threads_per_cta / warp_size, sm_.threads / warp_size, sm_.warps,
                               std::max(sm_.registers / 32, 1u)});
  }

  double cycles_of(const CoreKernel& k) {
    const std::uint32_t word = input_word(k);
    const std::vector<std::uint32_t> words(std::size_t{sm_.warps} * warp_size, word);
    const DevicePointer input = context_.upload(words);
    double cycles = 0;
    for (unsigned n = 0; n < k.launches; ++n) cycles = timed(k, input);
    context_.free(input);
    return cycles;
  }

  /// Cycles of a step.
  double timed(const CoreKernel& k, DevicePointer input) {
    if (k.run == CoreWarps::chain)
      return micro::measure(run_, k.stretch, {.cta = {k.warps * warp_size}}, input, checked_).each(k.stretch);
    const bool most = k.run == CoreWarps::most;
    const unsigned warps = most ? most_warps() : std::min(most_warps(), 8u);
    const Function function = module_.function(k.stretch.name);
    function.launch({.grid = {most ? 1 : ctas_of(function, warps)}, .cta = {warps * warp_size}}, input);
    return 1 / rate_.steps_a_cycle();
  }

  unsigned ctas_of(const Function& function, unsigned warps) const {
    const ptx::Kernel& kernel = function.kernel({.cta = {warps * warp_size}});
    return std::min(6u, occupancy(warps * warp_size, kernel.registers, kernel.shared_bytes, sm_).ctas);
  }

  std::uint32_t input_word(const CoreKernel& k) {
    switch (k.input) {
      case CoreInput::own_address: {
        const DevicePointer at = context_.allocate(line_bytes);
        context_.put(at, static_cast<std::uint32_t>(at));
        return static_cast<std::uint32_t>(at);
      }
      case CoreInput::zeros:
        return static_cast<std::uint32_t>(context_.allocate(zeros_bytes));
      case CoreInput::constant: {
        const auto at = static_cast<std::uint32_t>(module_.variable("own").address);
        context_.put(at, at);
        return at;
      }
      case CoreInput::constant_ring: {
        const Module::Variable ring = module_.variable("ring");
        const auto first = static_cast<std::uint32_t>(ring.address),
                   bytes = static_cast<std::uint32_t>(ring.bytes);
        const std::uint32_t line = bytes / constant_ring_lines;
        for (std::uint32_t at = 0; at < bytes; at += line)
          context_.put(first + at, first + (at + line) % bytes);
        return first;
      }
      default:
        return std::bit_cast<std::uint32_t>(1.375f);
    }
  }

  const SmConfig sm_;
  const std::uint64_t period_fs_;
  std::vector<CoreKernel> kernels_;
  StepRate rate_;
  StatGroup stats_;
  SimulatedGpu gpu_;
  Context context_;
  Module module_;
  WorkloadRun run_;
  WorkloadResult checked_;
};

}  // namespace
}  // namespace core_measurement

std::vector<CoreGroup> core_groups(const std::vector<std::string>& names) {
  std::vector<CoreGroup> groups;
  std::vector<std::string> known;
  for (const auto& n : names_of(CoreGroup{})) known.emplace_back(n.name);
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error({.place = "command line",
                   .what = "unknown group of figures",
                   .value = name,
                   .legal = fmt::format("{}", fmt::join(known, ", ")),
                   .nearest = nearest_name(name, known)});
  for (const auto& n : names_of(CoreGroup{}))
    if (names.empty() || std::find(names.begin(), names.end(), n.name) != names.end())
      groups.push_back(n.value);
  return groups;
}

std::vector<CoreMeasurement> measure_core(const CostedGpu& machine, const std::vector<CoreGroup>& groups) {
  GpuConfig gpu = machine.gpu;
  gpu.sms = 1;
  std::vector<CoreKernel> kernels;
  for (const CoreGroup g : groups)
    for (CoreKernel& k : core_measurement::kernels_of(g, gpu)) kernels.push_back(std::move(k));
  return core_measurement::Core(gpu, machine.techniques, std::move(kernels))
      .measure_all(std::find(groups.begin(), groups.end(), CoreGroup::launch) != groups.end());
}
std::vector<CoreMeasurement> measure_core(const CostedGpu& machine) {
  return measure_core(machine, core_groups({}));
}

}  // namespace heddle
