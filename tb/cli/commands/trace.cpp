// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "models/base/config.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/platform_options.hpp"
#include "tb/run/named.hpp"
#include "tb/run/platform.hpp"
#include "tb/run/result_folder.hpp"
#include "tb/trace/trace_format.hpp"
#include "tb/trace/trace_run.hpp"

namespace heddle::trace_command {
namespace {

struct TraceOptions {
  TraceRequest request{};
  std::string into = "l2";
  PlatformOptions platform{};
  std::string folder{};
};

int replay(TraceOptions& options) {
  const Platform platform = resolve_platform(options.platform);
  options.request.gpu = platform.gpu;
  if (const std::string& format = options.request.reading.format; !format.empty()) named<TraceFormat>(format);
  options.request.into = options.into == "l2" ? TraceInto::l2 : TraceInto::dram;
  std::optional<ResultFolder> folder;
  if (!options.folder.empty())
    folder.emplace(options.folder, std::vector<std::string>{"stats.json", "stats.csv", "config.yaml"});
  StatGroup stats;
  run_trace(options.request, stats);
  fmt::print("{}", trace_report(options.request, stats));
  if (folder) {
    folder->write({{"stats.json", json_of(stats).dump(2) + "\n"},
                   {"stats.csv", csv_of(stats)},
                   {"config.yaml", show(platform.tree)}});
    fmt::print("  {:<12} {}\n", "written", std::filesystem::proximate(folder->path()).string());
  }
  return 0;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "trace",
    .help = "Replay an address trace into L2 and DRAM, or into DRAM alone, without SMs",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<TraceOptions>();
      app.add_option("file", options->request.path,
                     "A line for each access: TIME R|W ADDRESS BYTES [SOURCE]; TIME a core cycle, or +cycles "
                     "after the access before; ADDRESS hexadecimal; SOURCE an SM; # begins a comment. Or in "
                     "another format")
          ->required()
          ->type_name("FILE");
      std::string forms;
      for (const std::string& name : Registry<TraceFormat>::instance().names())
        forms += fmt::format("; {}: {}", name, Registry<TraceFormat>::instance().find(name).form);
      app.add_option("--format", options->request.reading.format,
                     "The format of the file (default: as its first line looks)" + forms)
          ->type_name("FORMAT");
      app.add_option("--access-bytes", options->request.reading.access_bytes,
                     "Bytes of an access in a format whose lines do not say it")
          ->check(CLI::Range(1u, most_access_bytes))
          ->capture_default_str();
      app.add_option("--into", options->into,
                     "Send the accesses to the crossbar in front of the L2, or to the memory controllers")
          ->check(CLI::IsMember({"l2", "dram"}))
          ->capture_default_str();
      app.add_option("--window", options->request.window, "Allow at most this many outstanding requests")
          ->check(CLI::Range(1, 1'000'000))
          ->capture_default_str();
      app.add_option("--out", options->folder, "Write stats.json, stats.csv and config.yaml to this folder")
          ->type_name("FOLDER");
      add_platform_options(app, options->platform);
      return [options] { return replay(*options); };
    }}};

}  // namespace heddle::trace_command
