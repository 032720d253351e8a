// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tb/experiment/experiment_table.hpp"

namespace heddle {

/// Markdown pages of experiments, by file name: one per paper (lee2015.md for lee2015_fig9). Each begins with
/// how it is made, what was found (`findings`, by the paper's name), and published against measured means in
/// one table; then for each experiment how the paper is read, what every workload gives, and why means
/// differ. `made` says by what command and program.
std::map<std::string, std::string> summary_pages(const std::vector<ExperimentTable>& tables,
                                                 const std::string& made,
                                                 const std::map<std::string, std::string>& findings = {});

/// The paper of an experiment: what its name begins with.
std::string paper_of(const std::string& experiment);

/// "published 25.0 % / measured 20.0 % (-20 %) / why": a line a comparison.
std::string comparison_lines(const ExperimentTable& table);

}  // namespace heddle
