// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "models/base/whole_file.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/output_files.hpp"
#include "tb/report/report_page.hpp"

namespace heddle::report_command {
namespace {

struct ReportOptions {
  std::vector<std::string> results{};
  std::string out = "report.html";
};

int run(const ReportOptions& options) {
  std::vector<NamedFile> inputs;
  std::vector<pages::ReportSource> sources;
  for (const std::string& result : options.results) {
    inputs.push_back({"a result", result});
    for (const auto& [name, content] : sources.emplace_back(pages::read_source(result)).files)
      inputs.push_back({"a result", (std::filesystem::path(result) / name).string()});
  }
  check_outputs({{"--out", options.out}}, inputs);
  WholeFile(options.out).write(pages::report_page(sources));
  fmt::print("written: {}\n", options.out);
  return 0;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "report",
    .help = "Show results as one page of HTML, which needs no network: runs, experiments, sweeps, estimates",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<ReportOptions>();
      app.add_option(
             "result", options->results,
             "Result folders of heddle run, experiment or sweep, or what heddle estimate or verify has "
             "written by --json; several runs stand side by side, with what differs between them")
          ->required()
          ->type_name("FOLDER|FILE.json");
      app.add_option("--out", options->out, "Write the page to this file")
          ->type_name("FILE.html")
          ->capture_default_str();
      app.footer("Example:\n  heddle run scan --small --compare --out r\n  heddle report r --out r.html");
      return [options] { return run(*options); };
    }}};

}  // namespace heddle::report_command
