// SPDX-License-Identifier: Apache-2.0
#include "tb/report/report_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/base/error.hpp"
#include "models/base/outside_json.hpp"
#include "models/base/text_file.hpp"
#include "models/base/written_files.hpp"
#include "tb/run/result_folder.hpp"

namespace heddle::pages {
namespace {

namespace fs = std::filesystem;
constexpr const char* kind_of_file = "result";

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
  throw Error({.what = what,
               .value = path.string(),
               .legal =
                   "the result folder of heddle run, experiment or sweep; what heddle estimate or verify has "
                   "written by --json"});
}

/// The file by which each kind of folder is known.
constexpr std::array folders{std::pair{"stats.json", SourceKind::run},
                             std::pair{"table.json", SourceKind::experiment},
                             std::pair{"sweep.json", SourceKind::sweep}};

/// What a page shows of a folder: texts; pictures are drawn anew.
bool is_shown(const std::string& name) {
  return std::ranges::any_of(std::array{".json", ".csv", ".yaml"},
                             [&](const char* ending) { return name.ends_with(ending); });
}

ReportSource read_folder(const fs::path& path) {
  const WrittenFiles results(path, ResultFolder::manifest);
  const auto names = results.names();
  const auto known =
      std::ranges::find_if(folders, [&](const auto& folder) { return names.contains(folder.first); });
  if (known == folders.end()) refuse(path, "this folder has no results that a report shows");
  if (!results.intact()) refuse(path, "these results are not whole, or were changed since");
  ReportSource source{.name = path.string(), .kind = known->second};
  source.files[ResultFolder::manifest] = results.record().dump();
  for (const std::string& name : names) {
    if (!is_shown(name)) continue;
    const std::string& text = source.files[name] = read_text_file(path / name, kind_of_file);
    if (name.ends_with(".json")) check_json(text, (path / name).string(), kind_of_file);
  }
  return source;
}

ReportSource read_json(const fs::path& path) {
  ReportSource source{.name = path.string()};
  std::string text = read_text_file(path, kind_of_file);
  const auto json = parse_json<nlohmann::ordered_json>(text, path.string(), kind_of_file);
  const auto first = json.is_array() && !json.empty() ? json.front() : nlohmann::ordered_json();
  if (first.contains("levels"))
    source.kind = SourceKind::verify;
  else if (first.contains("nand2_equivalents"))
    source.kind = SourceKind::estimate;
  else
    refuse(path, "this file is no result that a report shows");
  source.files["result.json"] = std::move(text);
  return source;
}

}  // namespace

ReportSource read_source(const fs::path& path) {
  std::error_code none;
  return fs::is_directory(path, none) ? read_folder(path) : read_json(path);
}

}  // namespace heddle::pages
