// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "models/base/whole_file.hpp"
#include "tb/cli/command.hpp"
#include "tb/lines/lines_report.hpp"

namespace heddle::memory_lines {
namespace {

namespace fs = std::filesystem;

struct LinesOptions {
  std::vector<fs::path> files{};
  std::string json{};
  bool markdown = false;
};

/// Names a file by the folder of the results in which it lies.
std::string label_of(const fs::path& file) {
  const std::string folder = fs::absolute(file).parent_path().filename().string();
  return file.filename() == "lines.bin" && !folder.empty() ? folder : file.string();
}

int run(const LinesOptions& options) {
  if (options.markdown) {
    std::vector<std::pair<std::string, LinesReport>> reports;
    for (const fs::path& file : options.files)
      reports.emplace_back(label_of(file), lines_report(line_set_of({file})));
    fmt::print("{}", markdown_of(reports));
    return 0;
  }
  const LineSet set = line_set_of(options.files);
  std::optional<WholeFile> json;
  if (!options.json.empty()) json.emplace(options.json);
  const LinesReport report = lines_report(set);
  fmt::print("{}", text_of(report));
  if (json) json->write(json_of(report).dump(2) + "\n");
  return 0;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "lines",
    .help = "Tell how compressible recorded memory lines are: by each codec, by Shannon's bound, by software",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<LinesOptions>();
      app.add_option("files", options->files,
                     "Lines of one or more runs: lines.bin of the results of heddle run ... --with "
                     "line_compression --set line_compression.record_lines=true")
          ->required()
          ->type_name("FILE ...");
      auto* json =
          app.add_option("--json", options->json, "Write the ratios to this file, too")->type_name("FILE");
      app.add_flag("--markdown", options->markdown,
                   "Print a row for each file instead: raw ratios of the lines in which somebody had written")
          ->excludes(json);
      return [options] { return run(*options); };
    }}};

}  // namespace heddle::memory_lines
