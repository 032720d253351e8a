#pragma once

#include <map>
#include <string>
#include <vector>

#include "tb/experiment/experiment_table.hpp"

namespace heddle {

/// Markdown pages of experiments, by file name. README.md: published against measured means in one table. One
/// page per paper (lee2015.md for lee2015_fig9): for each experiment how the paper is read, what every
/// workload gives, and why means differ. `command` makes the pages.
std::map<std::string, std::string> summary_pages(const std::vector<ExperimentTable>& tables,
                                                 const std::string& command);

/// "published 25.0 % / measured 20.0 % (-20 %) / why": a line a comparison.
std::string comparison_lines(const ExperimentTable& table);

}  // namespace heddle
