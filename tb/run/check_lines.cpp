// SPDX-License-Identifier: Apache-2.0
#include "tb/run/check_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tb/run/report.hpp"

namespace heddle {

std::string check_lines(const TandemCounts& c) {
  std::string text =
      report_line("tandem check", fmt::format("no difference: {} warp instructions, {} warp registers",
                                              grouped(c.instructions), grouped(c.values)));
  const LoadCounts& loads = c.loads;
  text += report_line("  loads", fmt::format("{} by lanes; {:.2f} % have one right value", grouped(loads.all),
                                             100 * loads.exact_share()));
  const auto lines = [](const LoadCounts::ByLine& all, const char* what) {
    const auto most = std::max_element(all.begin(), all.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return fmt::format("{} of {} lines; most often line {}, {} times", what, all.size(), most->first,
                       grouped(most->second));
  };
  if (!loads.races.empty())
    text += report_line("  races", "the order of warps decides about " + lines(loads.races, "loads"));
  if (!loads.overtaking.empty())
    text += report_line(
        "  races", "nothing orders loads of other warps and the later " + lines(loads.overtaking, "writes"));
  if (!loads.unfollowed.empty())
    text += report_line("  not followed",
                        "fences or atomics may put others in order with " + lines(loads.unfollowed, "loads"));
  if (!loads.unset.empty())
    text += report_line("  never set", "the kernel stores what it has never set, or goes by it, in " +
                                           lines(loads.unset, "lanes"));
  return text;
}

}  // namespace heddle
