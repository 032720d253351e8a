// SPDX-License-Identifier: Apache-2.0
// What warp approximation adds to `heddle kernel`: --approx.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "models/warp_approximation/approximation_plan.hpp"
#include "models/warp_approximation/region_marks.hpp"
#include "models/warp_approximation/similarity.hpp"
#include "tb/cli/kernel_section.hpp"

namespace heddle {
namespace {

struct RegionOptions {
  bool approx = false;
  std::string exclude = "addresses+branches";
  int override_level = -1;  ///< below 0: none
  ApproximationOptions plan{};
};

/// "5-7 9" for 5, 6, 7, 7 and 9.
std::string ranges(const std::vector<std::uint32_t>& sorted) {
  std::string text;
  for (std::size_t k = 0; k < sorted.size();) {
    std::size_t last = k;
    while (last + 1 < sorted.size() && sorted[last + 1] <= sorted[last] + 1) ++last;
    text += fmt::format("{}{}", k == 0 ? "" : " ", sorted[k]);
    if (sorted[last] != sorted[k]) text += fmt::format("-{}", sorted[last]);
    k = last + 1;
  }
  return text;
}

/// PTX lines of a region's instructions that are so, in order.
std::vector<std::uint32_t> lines_of(const ptx::Kernel& kernel, const ApproximationPlan& plan,
                                    std::uint32_t region, Approximation is) {
  std::vector<std::uint32_t> lines;
  for (std::size_t i = 0; i < plan.code.size(); ++i)
    if (plan.code[i].region == region && plan.code[i].is == is) lines.push_back(kernel.code[i].line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

/// "6", or "4 to 6" where marks inside the region change it.
std::string levels_of(const ApproximationPlan& plan, std::uint32_t region) {
  unsigned least = most_similarity, most = 0;
  for (const InstructionApproximation& i : plan.code)
    if (i.region == region) {
      least = std::min<unsigned>(least, i.level);
      most = std::max<unsigned>(most, i.level);
    }
  return least >= most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
}

std::string region_text(const ptx::Kernel& kernel, const ApproximationPlan& plan, std::uint32_t region) {
  const ApproxRegion& marks = plan.regions[region];
  const ApproximationPlan::Counts counts = plan.counts(region);
  std::uint32_t inside = 0;
  for (const std::uint32_t n : counts) inside += n;
  std::string text =
      fmt::format("    begins on line {}, ends on line {}; level {}; {} instructions\n",
                  fmt::join(marks.begins, " "), fmt::join(marks.ends, " "), levels_of(plan, region), inside);
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] != 0)
      text += fmt::format("      {:<18}{:>6}  lines {}\n", approximation_names[k], counts[k],
                          ranges(lines_of(kernel, plan, region, static_cast<Approximation>(k))));
  if (counts[static_cast<std::size_t>(Approximation::approximable)] == 0)
    text += "      warning: nothing in this region can be approximated\n";
  return text;
}

const char* kept_exact(Exclude exclude) {
  switch (exclude) {
    case Exclude::addresses:
      return "what addresses depend on";
    case Exclude::addresses_and_branches:
      return "what addresses and conditions depend on";
    case Exclude::nothing:
      return "nothing of what addresses and conditions depend on";
  }
  return "";
}

/// The approximate regions of a kernel (Wong2016, section 4), and what of them is left exact and why.
std::string text(const RegionOptions& o, const ptx::Kernel& kernel) {
  if (!o.approx) return "";
  ApproximationOptions options = o.plan;
  if (o.override_level >= 0) options.regions.level = static_cast<unsigned>(o.override_level);
  options.exclude = exclude_named(o.exclude);
  const ApproximationPlan plan = plan_approximation(kernel, options);
  if (plan.regions.empty()) return "  approximate   nothing: no region is marked\n";
  std::uint32_t inside = 0, approximable = 0;
  for (const InstructionApproximation& i : plan.code) {
    inside += i.region != no_region;
    approximable += i.is == Approximation::approximable;
  }
  std::string text =
      fmt::format("  approximate   {} of {} instructions in regions, of {} in all; kept exact: {}\n",
                  approximable, inside, kernel.code.size(), kept_exact(options.exclude));
  for (std::uint32_t region = 0; region < plan.regions.size(); ++region)
    text += region_text(kernel, plan, region);
  return text;
}

const Registration<KernelSection> registration{KernelSection{
    .name = "approx", .declare = [](CLI::App& app) -> KernelSection::Text {
      const auto o = std::make_shared<RegionOptions>();
      auto* approx = app.add_flag(
          "--approx", o->approx,
          "Show the approximate regions (Wong2016), their levels, and which instructions in them stay "
          "exact and why");
      app.add_option("--approx-level", o->plan.regions.default_level,
                     "Ignore this many low bits where no mark gives a level")
          ->needs(approx)
          ->check(CLI::Range(0u, most_similarity))
          ->capture_default_str();
      app.add_option("--approx-override", o->override_level,
                     "Ignore this many low bits everywhere, whatever marks say")
          ->needs(approx)
          ->check(CLI::Range(0u, most_similarity));
      app.add_option("--approx-exclude", o->exclude, "Keep the values exact on which these depend")
          ->needs(approx)
          ->check(CLI::IsMember(std::vector<std::string>(exclude_names.begin(), exclude_names.end())))
          ->capture_default_str();
      return [o](const ptx::Kernel& kernel, const Occupancy&) { return text(*o, kernel); };
    }}};

}  // namespace
}  // namespace heddle
