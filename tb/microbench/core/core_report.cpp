// SPDX-License-Identifier: Apache-2.0
#include "tb/microbench/core/core_report.hpp"

#include <fmt/format.h>

#include <optional>

#include "tb/microbench/core/published_core.hpp"

namespace heddle {
namespace core_report {
namespace {

constexpr const char* not_found = "not found";

/// With quotes, as sources have commas.
std::string quoted(std::string_view text) { return fmt::format("\"{}\"", text); }

}  // namespace
}  // namespace core_report

std::string text_of(const std::vector<CoreMeasurement>& all, bool published) {
  std::string out;
  std::optional<CoreGroup> group;
  for (const CoreMeasurement& m : all) {
    if (group != m.group)
      out += fmt::format("\n  {:<44} {:<16} {:>9}{}\n", name_of(m.group), "unit", "measured",
                         published ? fmt::format(" {:>10} {:>6}  source", "published", "ratio") : "");
    group = m.group;
    out += fmt::format("  {:<44} {:<16} {:>9.2f}", m.name, m.unit, m.value);
    const PublishedCore* p = published_core(m.name);
    if (published && p != nullptr)
      out += fmt::format(" {:>10} {:>6.2f}  {}", fmt::format("{}{:.2f}", p->at_most ? "<= " : "", p->value),
                         m.value / p->value, p->source);
    else if (published)
      out += fmt::format(" {:>10}", core_report::not_found);
    out += "\n";
  }
  return out;
}

std::string csv_of(const std::vector<CoreMeasurement>& all, bool published) {
  std::string out = fmt::format("group,name,unit,measured{}\n", published ? ",published,ratio,source" : "");
  for (const CoreMeasurement& m : all) {
    out += fmt::format("{},{},{},{}", name_of(m.group), core_report::quoted(m.name), m.unit, m.value);
    const PublishedCore* p = published_core(m.name);
    if (published && p != nullptr)
      out += fmt::format(",{},{},{}", p->value, m.value / p->value, core_report::quoted(p->source));
    else if (published)
      out += fmt::format(",,,{}", core_report::not_found);
    out += "\n";
  }
  return out;
}

nlohmann::ordered_json json_of(const std::vector<CoreMeasurement>& all, bool published) {
  auto rows = nlohmann::ordered_json::array();
  for (const CoreMeasurement& m : all) {
    auto& row = rows.emplace_back(nlohmann::ordered_json{
        {"group", name_of(m.group)}, {"name", m.name}, {"unit", m.unit}, {"measured", m.value}});
    if (!published) continue;
    const PublishedCore* p = published_core(m.name);
    row["published"] = p == nullptr ? nlohmann::ordered_json{} : nlohmann::ordered_json(p->value);
    if (p != nullptr) {
      row["at_most"] = p->at_most;
      row["ratio"] = m.value / p->value;
    }
    row["source"] = p == nullptr ? core_report::not_found : std::string(p->source);
  }
  return {{"source", "heddle microbench core"}, {"measurements", rows}};
}

}  // namespace heddle
