// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/run/run.hpp"

namespace heddle {

/// A run as text for people. With `baseline`, the same run without techniques, cycles and energy are compared
/// with it; else energy is compared with that of uncompressed registers (see add_register_file_summary).
std::string report(const RunRequest& request, const RunResult& run, const RunResult* baseline = nullptr);

/// One line of a report.
std::string report_line(const std::string& label, const std::string& text);
/// The name of the workload's size where it is not the default one: " (paper size)"; else nothing.
std::string size_text(const RunRequest& request);
/// Whether the result equals its reference, in words.
std::string result_text(const WorkloadResult& result);
/// What the program has measured or read back, a line each.
std::string figure_lines(const WorkloadResult& result);

/// "1,234,567".
std::string grouped(std::uint64_t n);

/// A statistic of stats.json by its dotted path; 0 for one that is missing or has no value.
double statistic_or_zero(const nlohmann::ordered_json& stats, std::string path);
/// The same; NaN when it has no value. Throws Error when there is none.
double statistic(const nlohmann::ordered_json& stats, const std::string& path);

}  // namespace heddle
