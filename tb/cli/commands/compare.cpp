// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "models/base/outside_json.hpp"
#include "models/base/text_file.hpp"
#include "tb/cli/command.hpp"
#include "tb/run/difference.hpp"

namespace heddle::compare_command {
namespace {

namespace fs = std::filesystem;

nlohmann::ordered_json stats_of(const std::string& name) {
  const fs::path file = fs::is_directory(name) ? fs::path(name) / "stats.json" : fs::path(name);
  constexpr const char* kind = "result of a run";
  return parse_json<nlohmann::ordered_json>(read_text_file(file, kind), file.string(), kind);
}

int run(const std::string& before, const std::string& after) {
  fmt::print("from {} to {}\n{}", before, after, text_of(difference(stats_of(before), stats_of(after))));
  return 0;
}

}  // namespace

static const Registration<Command> registration{
    Command{.name = "compare",
            .help = "Say what differs between two runs, and where it comes from",
            .declare = [](CLI::App& app) {
              const auto before = std::make_shared<std::string>(), after = std::make_shared<std::string>();
              app.add_option("before", *before, "The result folder of a run, or its stats.json")
                  ->required()
                  ->type_name("FOLDER");
              app.add_option("after", *after, "That of the run that is compared with it")
                  ->required()
                  ->type_name("FOLDER");
              app.footer(
                  "Example:\n  heddle run scan --small --out a\n  heddle run scan --small --set "
                  "sm.scheduler=lrr --out b\n"
                  "  heddle compare a b");
              return [before, after] { return run(*before, *after); };
            }}};

}  // namespace heddle::compare_command
