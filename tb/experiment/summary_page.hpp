#pragma once

#include <string>
#include <vector>

#include "tb/experiment/experiment_table.hpp"

namespace heddle {

/// A Markdown page of experiments: published against measured means in one table; then, an experiment at a
/// time, how the paper is read, what every workload gives, and why means differ. `command` makes the page.
std::string summary_page(const std::vector<ExperimentTable>& tables, const std::string& command);

/// "published 25.0 % / measured 20.0 % (-20 %) / why": a line a comparison.
std::string comparison_lines(const ExperimentTable& table);

}  // namespace heddle
