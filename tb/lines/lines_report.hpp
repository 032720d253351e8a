// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/lines/line_rows.hpp"

namespace heddle::memory_lines {

/// How compressible memory lines are.
struct LinesReport {
  std::size_t lines = 0, never_written = 0, zeros = 0;
  std::size_t contents = 0;  ///< different ones
  std::vector<LineRow> rows{};
};

LinesReport lines_report(const LineSet& set);

/// A table with a row for each way to compress.
std::string text_of(const LinesReport& report);
/// The same as JSON. A ratio that has no limit is null.
nlohmann::ordered_json json_of(const LinesReport& report);

/// A table in Markdown with a row for each of several named sets of lines: raw ratios of the written lines in
/// the ways that compare best. The last row has their geometric means.
std::string markdown_of(const std::vector<std::pair<std::string, LinesReport>>& reports);

}  // namespace heddle::memory_lines
