#include "tb/cli/release_report.hpp"

#include <fmt/format.h>

#include "models/register_virtualization/release_drawing.hpp"

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

}  // namespace

std::string release_report(const ptx::Kernel& kernel, const RenamingBudget& table, const Occupancy& fit,
                           bool chart) {
  if (fit.warps() == 0) return "  release       none: a CTA does not fit\n";
  const ReleasePlan plan = plan_releases(kernel, table, fit.warps());
  return metadata_line(plan) + renaming_line(plan, table, kernel.registers, fit.warps()) +
         (chart ? "\n" + release_chart(plan) + "\n" : "");
}

}  // namespace heddle
