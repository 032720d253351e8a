// SPDX-License-Identifier: Apache-2.0
#include "tb/lines/lines_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tb/lines/zstd_sizes.hpp"

namespace heddle::memory_lines {
namespace {

std::string cell(const std::optional<double>& ratio) {
  if (!ratio) return "-";
  return std::isinf(*ratio) ? "no limit" : fmt::format("{:.2f}", *ratio);
}

void put(nlohmann::ordered_json& json, const char* name, const LineRatios& ratios) {
  if (ratios.raw) json[name]["raw"] = *ratios.raw;
  if (ratios.in_bursts) json[name]["in_bursts_of_32"] = *ratios.in_bursts;
}

/// A column of the table in Markdown, and the row of a report that it shows.
struct Column {
  const char* title;
  const char* row;
};
constexpr Column columns[] = {
    {"BDI", "BDI"},
    {"FPC", "FPC"},
    {"C-Pack", "C-Pack"},
    {"best of these", "best of these"},
    {"E2MC16", "E2MC16"},
    {"a code each buffer", "E2MC16, a code for each buffer"},
    {"a code each launch", "E2MC16, a code for each launch"},
    {"Shannon, 16 bits", "Shannon's bound, 16 bits"},
    {"lz4, line", "lz4, each line alone"},
    {"zstd, line", "zstd 19, each line alone"},
    {"zstd, line, dictionary", "zstd 19, each line, dictionary of 4 KB trained on all"},
    {"zstd, stream", "zstd 19, all lines as one stream"}};
static_assert(zstd_dictionary_bytes == 4 * 1024, "a column's row has it in its name");

std::optional<double> written_ratio(const LinesReport& report, const Column& column) {
  const auto found = std::find_if(report.rows.begin(), report.rows.end(),
                                  [&](const LineRow& row) { return row.name == column.row; });
  return found == report.rows.end() ? std::nullopt : found->written.raw;
}

}  // namespace

LinesReport lines_report(const LineSet& set) {
  LinesReport report{.lines = set.lines.size()};
  report.never_written = static_cast<std::size_t>(std::count(set.written.begin(), set.written.end(), false));
  report.zeros = static_cast<std::size_t>(std::count(set.lines.begin(), set.lines.end(), MemoryLine{}));
  report.contents = std::set(set.lines.begin(), set.lines.end()).size();
  report.rows = line_rows(set);
  return report;
}

std::string text_of(const LinesReport& report) {
  std::size_t width = 0;
  for (const LineRow& row : report.rows) width = std::max(width, row.name.size());
  std::string text = fmt::format("{:<{}}  {:>9}\n", "lines of 128 bytes", width, report.lines);
  const auto count = [&](const char* what, std::size_t lines) {
    text += fmt::format("{:<{}}  {:>9}\n", what, width, lines);
  };
  count("  in which nobody had written", report.never_written);
  count("  all zeros", report.zeros);
  count("  different contents", report.contents);
  text += fmt::format("\n{:<{}}  {:>20}  {:>20}\n", "bytes, by those that remain", width, "all lines",
                      "written lines");
  text += fmt::format("{:<{}}", "", width);
  for (int k = 0; k < 2; ++k) text += fmt::format("  {:>9}  {:>9}", "raw", "at 32 B");
  text += "\n";
  for (const LineRow& row : report.rows)
    text += fmt::format("{:<{}}  {:>9}  {:>9}  {:>9}  {:>9}\n", row.name, width, cell(row.all.raw),
                        cell(row.all.in_bursts), cell(row.written.raw), cell(row.written.in_bursts));
  return text;
}

nlohmann::ordered_json json_of(const LinesReport& report) {
  nlohmann::ordered_json json{{"lines", report.lines},
                              {"never_written", report.never_written},
                              {"zeros", report.zeros},
                              {"different_contents", report.contents}};
  auto& ratios = json["ratios"] = nlohmann::ordered_json::object();
  for (const LineRow& row : report.rows) {
    auto& of = ratios[row.name] = nlohmann::ordered_json::object();
    put(of, "all_lines", row.all);
    put(of, "written_lines", row.written);
  }
  return json;
}

std::string markdown_of(const std::vector<std::pair<std::string, LinesReport>>& reports) {
  std::string text = "| | lines | never written |", rule = "| --- | ---: | ---: |",
              means = "| **geometric mean** | | |";
  for (const Column& column : columns) {
    text += fmt::format(" {} |", column.title);
    rule += " ---: |";
    double logarithms = 0;
    for (const auto& [name, report] : reports)
      logarithms +=
          std::log(written_ratio(report, column).value_or(NAN)) / static_cast<double>(reports.size());
    const double mean = std::exp(logarithms);
    means += fmt::format(" {} |", cell(std::isnan(mean) ? std::nullopt : std::optional(mean)));
  }
  text += "\n" + rule + "\n";
  for (const auto& [name, report] : reports) {
    text += fmt::format("| `{}` | {} | {} |", name, report.lines, report.never_written);
    for (const Column& column : columns) text += fmt::format(" {} |", cell(written_ratio(report, column)));
    text += "\n";
  }
  return text + means + "\n";
}

}  // namespace heddle::memory_lines
