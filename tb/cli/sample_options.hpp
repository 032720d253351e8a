// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "hw/gpu/statistic_sampler.hpp"
#include "models/base/whole_file.hpp"
#include "tb/run/result_folder.hpp"

namespace CLI {
class App;
}

namespace heddle {

/// Declares --samples, which names `file`, and what goes with it; both must outlive the parsing.
void add_sample_options(CLI::App& app, std::string& file, SampleRequest& request);

/// The name of the file when it is to lie in the folder `results` itself; else none.
std::string name_in_folder(const std::string& file, const std::filesystem::path& results);

/// The file of a run's samples: one of the results when it is to lie in their folder, else by itself.
class SamplesFile {
 public:
  /// Throws Error when it cannot be written. No file has an empty name.
  SamplesFile(const std::string& file, const std::optional<ResultFolder>& folder);
  /// Writes it, or adds it to `results`. Throws Error when that fails.
  void write(const std::string& samples, std::map<std::string, std::string>& results);

 private:
  std::string name_;  ///< in the folder
  std::optional<WholeFile> alone_;
};

}  // namespace heddle
