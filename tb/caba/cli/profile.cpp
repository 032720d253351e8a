// SPDX-License-Identifier: Apache-2.0
// `heddle profile`: a run in which user subroutines watch the program, and what they have counted.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <sstream>

#include "hw/caba/caba.hpp"
#include "models/base/config.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/run_options.hpp"
#include "tb/run/report.hpp"

namespace heddle::assist_profile {
namespace {

using Words = std::map<std::uint64_t, std::uint64_t>;

/// Of NAME.csv as the technique writes it: words that are not zero.
Words words_of(const std::string& csv) {
  Words words;
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const auto comma = line.find(',');
    words[std::stoull(line.substr(0, comma))] = std::stoull(line.substr(comma + 1));
  }
  return words;
}

/// Prints the shown words of the subroutine at `section` of `tree`; true when each equals its statistic.
bool show(const UserSubroutineConfig& subroutine, const Words& words, const nlohmann::ordered_json& stats,
          const ConfigTree& tree, const std::string& section) {
  bool equal = true;
  fmt::print("  {}, {} words of its memory are not zero\n", subroutine.name, words.size());
  for (std::size_t k = 0; k < subroutine.shows.size(); ++k) {
    const ShownWordConfig& shown = subroutine.shows[k];
    const auto found = words.find(shown.word);
    const std::uint64_t value = found == words.end() ? 0 : found->second;
    fmt::print("    {:<28} {:>14}", shown.name.empty() ? fmt::format("word {}", shown.word) : shown.name,
               value);
    if (!shown.statistic.empty()) {
      const double expected = [&] {
        try {
          return statistic(stats, shown.statistic);
        } catch (const Error& error) {
          Problem problem = error.problem();
          problem.place = tree.place_of_value(fmt::format("{}.shows[{}].statistic", section, k));
          throw Error(std::move(problem));
        }
      }();
      const bool same = static_cast<double>(value) == expected;
      equal &= same;
      fmt::print("   {} {:.0f}: {}", shown.statistic, expected, same ? "equal" : "not equal");
    }
    fmt::print("\n");
  }
  return equal;
}

int profile(RunOptions options) {
  std::vector<std::string>& techniques = options.request.platform.techniques;
  if (std::find(techniques.begin(), techniques.end(), "caba") == techniques.end())
    techniques.push_back("caba");
  const ConfigTree tree = resolve_platform(options.request.platform).tree;
  const auto config = resolve<CabaConfig>(tree, "caba");
  if (config.subroutines.empty())
    throw Error({.place = "command line",
                 .what = "there is no subroutine to profile with",
                 .legal = "--subroutine configs/assist/count_misses.yaml, or a file like it"});
  options.more = [&config, &tree](const RunResult& result) {
    fmt::print("\nsubroutines\n");
    bool equal = true;
    for (std::size_t k = 0; k < config.subroutines.size(); ++k) {
      const UserSubroutineConfig& subroutine = config.subroutines[k];
      const auto file = result.files.find(subroutine.name + ".csv");
      equal &= show(subroutine, file == result.files.end() ? Words{} : words_of(file->second), result.stats,
                    tree, fmt::format("caba.subroutines[{}]", k));
    }
    return equal;
  };
  return run_and_report(options);
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "profile",
    .help = "Run a workload or a kernel while subroutines of assist warps watch it, and show what they count",
    .declare = [](CLI::App& app) {
      const auto options = std::make_shared<RunOptions>();
      add_program(app, options->request);
      app.add_option("--subroutine", options->request.platform.files,
                     "Subroutines and what triggers them, as a layer of configuration (configs/assist); may "
                     "be repeated")
          ->required()
          ->type_name("FILE.yaml");
      add_workload_options(app, options->request);
      add_run_options(app, *options);
      return [options] { return profile(*options); };
    }}};

}  // namespace heddle::assist_profile
