#include "tb/cli/check_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tb/cli/report.hpp"

namespace heddle {

std::string check_lines(const TandemCounts& c) {
  std::string text = report_line(
      "tandem check", fmt::format("no difference: {} warp instructions, {} warp registers",
                                  grouped(c.instructions), grouped(c.values)));
  text += report_line("  loads", fmt::format("{} by lanes; {:.2f} % have one right value", grouped(c.loads),
                                             100 * c.exact_share()));
  if (c.races.empty()) return text;
  const auto most = std::max_element(c.races.begin(), c.races.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return text + report_line("  races", fmt::format("the order of warps decides about loads of {} lines; most "
                                                   "often line {}, {} times",
                                                   c.races.size(), most->first, grouped(most->second)));
}

}  // namespace heddle
