// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tb/experiment/experiment_table.hpp"

namespace heddle {

/// What stands between braces in a comparison's `why`, so that the text has the values of the page that it
/// stands on: `{LABEL}` is the comparison's value of that workload and `{mean}` its mean; `{LABEL:
/// EXPRESSION}` is an expression over CONFIGURATION.STATISTIC of that workload, and `{mean: EXPRESSION}` its
/// arithmetic mean.
struct ReasonValue {
  std::size_t at = 0, length = 0;  ///< of the braces and what is between them, in the text
  std::string label{}, expression{};
};

/// In their order. Throws Error at `place` for braces that do not close.
std::vector<ReasonValue> values_in_reason(const std::string& why, const std::string& place);

/// The values of the runs of a row's workload.
using RunsOfRow = std::function<const RunValues&(std::size_t row)>;

/// What each of them is; NaN where it has no value. Throws Error as
/// `value_of` does, and for a workload that the experiment does not have.
std::vector<double> values_of_reason(const LoadedExperiment& experiment, const std::string& why,
                                     const std::string& place, const TableColumn& column,
                                     const RunsOfRow& runs);

/// The text with `values` in place of the braces.
std::string reason_with(const std::string& why, const std::vector<double>& values, Unit unit);

/// Formats a value of a comparison, or of its reason.
std::string printed(double value, Unit unit);

}  // namespace heddle
