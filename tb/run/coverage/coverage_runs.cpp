// SPDX-License-Identifier: Apache-2.0
#include "tb/run/coverage/coverage_runs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/this_program.hpp"
#include "tb/cosim/watch/reached_json.hpp"
#include "tb/run/command_pool.hpp"
#include "tb/run/coverage/coverage_lines.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

PlatformOptions machine(const CoverageRuns& runs, const CoverageVariant& variant) {
  PlatformOptions all = runs.platform;
  all.files.insert(all.files.end(), variant.files.begin(), variant.files.end());
  all.assignments.insert(all.assignments.end(), variant.assignments.begin(), variant.assignments.end());
  return all;
}

PooledCommand command(const std::string& label, const std::string& workload, const PlatformOptions& platform,
                      bool full, const fs::path& folder) {
  PooledCommand c{.label = label};
  c.words = {
      this_program().string(), "run",   workload,       "--coverage", "--gpu", platform.gpu, "--technology",
      platform.technology,     "--out", folder.string()};
  if (!full) c.words.push_back("--small");
  if (!platform.techniques.empty())
    c.words.insert(c.words.end(), {"--with", fmt::format("{}", fmt::join(platform.techniques, ","))});
  for (const std::string& file : platform.files) c.words.insert(c.words.end(), {"--config", file});
  for (const std::string& set : platform.assignments) c.words.insert(c.words.end(), {"--set", set});
  return c;
}

}  // namespace

CoverageVariant parse_variant(const std::string& text) {
  CoverageVariant v{.name = text};
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = text.substr(begin, end - begin);
    if (item.find('=') != std::string::npos)
      v.assignments.push_back(item);
    else if (item.find_first_of("./") != std::string::npos)
      v.files.push_back(item);
    else
      v.files.push_back(data_file("configs/coverage/" + item + ".yaml").string());
    begin = end + 1;
  }
  return v;
}

void CoverageRuns::check() const {
  resolve_platform(platform);
  for (const CoverageVariant& variant : variants) resolve_platform(machine(*this, variant));
}

CoverageTable run_coverage(const CoverageRuns& runs, unsigned jobs) {
  const ScratchFolder scratch;
  std::vector<CoverageVariant> variants{{}};
  variants.insert(variants.end(), runs.variants.begin(), runs.variants.end());
  std::vector<PooledCommand> commands;
  std::vector<fs::path> folders;
  for (const CoverageVariant& variant : variants)
    for (const std::string& workload : runs.workloads) {
      const std::string label =
          variant.name.empty() ? workload : fmt::format("{} ({})", workload, variant.name);
      folders.push_back(scratch.path() / fmt::format("{}", folders.size()));
      commands.push_back(command(label, workload, machine(runs, variant), runs.full, folders.back()));
    }
  run_commands(commands, jobs);
  CoverageTable table;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    std::ifstream in(folders[i] / "coverage.json");
    table.add(commands[i].label, reached_of(nlohmann::ordered_json::parse(in)));
  }
  return table;
}

}  // namespace heddle
