// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/parameters_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/base/config.hpp"
#include "tb/run/platform.hpp"

namespace heddle {
namespace {

constexpr const char* introduction = R"(# Parameters

Every key of a configuration. A key stands in a YAML file (`--config`, `configs/gpus`), or in `--set KEY=VALUE`; a key of a list of sections, as `dram.channels[0]`, in a file alone. This page is
written by `heddle config schema --markdown`; `heddle config schema SECTION` prints a section as YAML, and `heddle config sources --gpu NAME` says where each value of a machine comes from.
)";

/// Text for a cell of a table.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '|' ? std::string("\\|") : c == '\n' ? std::string(" ") : std::string(1, c);
  return out;
}

std::string row(const ParameterInfo& p) {
  return fmt::format("| `{}` | {} | {} | {}{} | {} |\n", p.path,
                     cell(fmt::format("{}", fmt::join(p.defaults, ", "))), cell(p.legal), cell(p.help),
                     p.calibrated ? " (a calibration)" : "", cell(p.source));
}

}  // namespace

std::vector<std::pair<std::string, std::vector<ParameterInfo>>> parameter_sections() {
  std::vector<std::pair<std::string, std::vector<ParameterInfo>>> all{{"gpu", describe<GpuConfig>()}};
  const auto& techniques = Registry<TechniqueEntry>::instance();
  for (const std::string& name : techniques.names()) all.emplace_back(name, techniques.find(name).parameters);
  const auto& sections = Registry<ConfigSection>::instance();
  for (const std::string& name : sections.names()) all.emplace_back(name, sections.find(name).describe(name));
  return all;
}

std::string parameters_page() {
  std::string page = introduction;
  for (const auto& [name, parameters] : parameter_sections()) {
    page += fmt::format(
        "\n## {}\n\n| key | default | legal | what it is | source |\n| --- | --- | --- | --- | --- |\n",
        name);
    for (const ParameterInfo& p : parameters) page += row(p);
  }
  return page;
}

}  // namespace heddle
