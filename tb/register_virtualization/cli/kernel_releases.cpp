// SPDX-License-Identifier: Apache-2.0
// What register virtualization adds to `heddle kernel`: --release.
#include <fmt/format.h>

#include <memory>

#include "models/register_virtualization/release_drawing.hpp"
#include "models/register_virtualization/release_plan.hpp"
#include "tb/cli/kernel_section.hpp"

namespace heddle {
namespace {

std::string metadata_line(const ReleasePlan& plan) {
  const ReleaseTally t = tally(plan);
  const std::uint32_t pirs = plan.program.pirs(), pbrs = plan.program.pbrs();
  const auto size = static_cast<double>(plan.kernel.code.size());
  return fmt::format(
      "  release       {} pir and {} pbr for {} instructions: {:.1f} % more code; {} flags release {} "
      "registers, "
      "pbr {}{}\n",
      pirs, pbrs, plan.kernel.code.size(), 100 * (pirs + pbrs) / size, t.flags, t.flagged, t.in_pbrs,
      pbrs != 0 ? fmt::format(" ({:.1f} each)", static_cast<double>(t.in_pbrs) / pbrs) : "");
}

std::string renaming_line(const ReleasePlan& plan, const RenamingBudget& table, std::uint32_t registers,
                          std::uint32_t warps) {
  const std::uint32_t renamed = plan.kernel.registers - plan.exempt;
  std::string text = fmt::format("  renaming      {} of {} registers, for {} warps: {} of {} entries",
                                 renamed, plan.kernel.registers, warps, renamed * warps, table.entries());
  if (plan.exempt != 0) text += fmt::format("; r0 to r{} keep their places", plan.exempt - 1);
  return text + fmt::format("; a table for all takes {:.0f} bytes, this one has {}\n",
                            table.unconstrained_bytes(registers, warps), table.bytes);
}

struct Options {
  bool release = false, chart = false;
  RenamingBudget table{};
};

/// What virtual registers (Jeon2015) would take of a kernel: its metadata instructions, its renamed registers
/// and their table; with `chart` the code, too.
std::string text(const Options& o, const ptx::Kernel& kernel, const Occupancy& fit) {
  if (!o.release) return "";
  if (fit.warps() == 0) return "  release       none: a CTA does not fit\n";
  const ReleasePlan plan = plan_releases(kernel, o.table, fit.warps());
  return metadata_line(plan) + renaming_line(plan, o.table, kernel.registers, fit.warps()) +
         (o.chart ? "\n" + release_chart(plan) + "\n" : "");
}

const Registration<KernelSection> kernel_releases_registration{KernelSection{
    .name = "release", .declare = [](CLI::App& app) -> KernelSection::Text {
      const auto o = std::make_shared<Options>();
      auto* release = app.add_flag("--release", o->release,
                                   "Show what register virtualization (Jeon2015) adds: metadata "
                                   "instructions, renamed registers, table size");
      app.add_flag("--release-chart", o->chart, "Draw the code with its release flags")->needs(release);
      app.add_option("--renaming-table", o->table.bytes,
                     "Assume a renaming table of this many bytes in an SM")
          ->needs(release)
          ->check(CLI::Range(1, 1 << 20))
          ->capture_default_str();
      return [o](const ptx::Kernel& kernel, const Occupancy& fit) { return text(*o, kernel, fit); };
    }}};

}  // namespace
}  // namespace heddle
