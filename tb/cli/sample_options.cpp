// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/sample_options.hpp"

#include <CLI/CLI.hpp>

#include "models/base/error.hpp"
#include "tb/cli/natural_number.hpp"

namespace heddle {
namespace fs = std::filesystem;

void add_sample_options(CLI::App& app, std::string& file, SampleRequest& request) {
  constexpr Cycle longest = 1'000'000'000'000;
  const std::string group = "Output";
  auto* samples =
      app.add_option(
             "--samples", file,
             "Write sampled statistics as CSV: a row for each sample, which begins with its core cycle")
          ->type_name("FILE.csv")
          ->group(group);
  auto* names = app.add_option("--sample", request.statistics,
                               "Sample this statistic, named by its path in stats.json, such as "
                               "sm_total.warp_instructions; may be repeated")
                    ->type_name("STATISTIC")
                    ->allow_extra_args(false)
                    ->group(group);
  samples->needs(names);
  names->needs(samples);
  app.add_option("--sample-every", request.every, "Take a sample at this interval, in core cycles")
      ->type_name("CYCLES")
      ->check(CLI::Range(Cycle{1}, longest))
      ->capture_default_str()
      ->needs(samples)
      ->group(group);
  app.add_option("--sample-until", request.until, "Stop sampling after this core cycle (default: never)")
      ->type_name("CYCLE")
      ->check(natural_number())
      ->needs(samples)
      ->group(group);
}

std::string name_in_folder(const std::string& file, const fs::path& results) {
  if (file.empty()) return "";
  const fs::path path = fs::absolute(file).lexically_normal();
  return path.lexically_relative(fs::absolute(results).lexically_normal()) == path.filename()
             ? path.filename().string()
             : "";
}

SamplesFile::SamplesFile(const std::string& file, const std::optional<ResultFolder>& folder) {
  if (file.empty()) return;
  if (folder) name_ = name_in_folder(file, folder->path());
  if (name_.empty() && folder && folder->holds(file)) folder->make();
  if (name_.empty()) alone_.emplace(file);
}

void SamplesFile::write(const std::string& samples, std::map<std::string, std::string>& results) {
  if (alone_) alone_->write(samples);
  if (!name_.empty() && !results.emplace(name_, samples).second)
    throw Error({.place = "command line", .what = "another result has this name", .value = name_});
}

}  // namespace heddle
