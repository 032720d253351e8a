// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>

#include "models/base/value.hpp"

namespace heddle::pages {

/// What a report page can show.
enum class SourceKind { run, experiment, sweep, estimate, verify };
constexpr auto names_of(SourceKind) {
  using enum SourceKind;
  return std::array{Named{run, "run"}, Named{experiment, "experiment"}, Named{sweep, "sweep"},
                    Named{estimate, "estimate"}, Named{verify, "verify"}};
}

/// One result, as its files say.
struct ReportSource {
  std::string name{};  ///< as the command line has it
  SourceKind kind{};
  std::map<std::string, std::string> files{};  ///< contents by name
};

/// Reads the folder of a run, an experiment or a sweep, or the JSON of `heddle estimate` or `heddle verify`.
/// Throws Error for anything else, and for results that are not whole.
ReportSource read_source(const std::filesystem::path& path);

}  // namespace heddle::pages
