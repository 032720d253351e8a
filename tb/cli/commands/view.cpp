// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "models/base/error.hpp"
#include "tb/cli/command.hpp"
#include "tb/cosim/process/command.hpp"

namespace heddle::view_command {
namespace {

namespace fs = std::filesystem;

/// A program that shows waves, and the file beside a wave that says what it shows
/// (tb/cosim/wave/recorder.hpp).
struct Viewer {
  const char *program, *extension;
  const char* option;  ///< goes before that file; empty: none
};
constexpr std::array viewers{Viewer{"gtkwave", ".gtkw", ""}, Viewer{"surfer", ".sucl", "--command-file"}};

/// What shows the file; empty: no viewer of that name, or none at all, is on the PATH.
std::vector<std::string> command_for(const fs::path& file, const std::string& wanted) {
  for (const Viewer& v : viewers) {
    if (!wanted.empty() && wanted != v.program) continue;
    const std::string own = file.extension().string();
    if ((own == ".gtkw" || own == ".sucl") && own != v.extension) continue;
    if (program_on_path(v.program).empty()) continue;
    const fs::path view = fs::path(file).replace_extension(v.extension);
    if (!fs::exists(view)) return {v.program, file.string()};
    if (*v.option == 0) return {v.program, view.string()};
    return {v.program, v.option, view.string()};
  }
  return {};
}

int run(const std::string& name, const std::string& wanted) {
  const fs::path file = name;
  if (!fs::is_regular_file(file))
    throw Error({.place = "command line", .what = "there is no such file", .value = name});
  constexpr std::array known{".fst", ".vcd", ".gtkw", ".sucl"};
  if (std::find(known.begin(), known.end(), file.extension().string()) == known.end())
    throw Error({.place = "command line",
                 .what = "this is no file of waves",
                 .value = name,
                 .legal = fmt::format("{}; a timeline is opened in https://ui.perfetto.dev",
                                      fmt::join(known, ", "))});
  std::vector<std::string> words = command_for(file, wanted);
  if (words.empty())
    throw Error({.place = "command line",
                 .what = "the program that would show it is not on the PATH",
                 .value = wanted.empty() ? "gtkwave, surfer" : wanted,
                 .legal = "gtkwave (Debian's package) or surfer (https://surfer-project.org)"});
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execvp(pointers[0], pointers.data());
  throw Error({.place = words[0], .what = "cannot be started"});
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "view",
    .help =
        "Show the waves of a co-simulation in GTKWave or Surfer, with pins, lanes and the first difference",
    .declare = [](CLI::App& app) {
      const auto file = std::make_shared<std::string>(), with = std::make_shared<std::string>();
      app.add_option("file", *file, "What heddle cosim --wave has written: the waves, or a view beside them")
          ->required()
          ->type_name("FILE");
      app.add_option("--with", *with, "Show it in this program (default: the first that is on the PATH)")
          ->check(CLI::IsMember({"gtkwave", "surfer"}));
      app.footer("Example:\n  heddle cosim bdi_compressor --wave w.fst\n  heddle view w.fst");
      return [file, with] { return run(*file, *with); };
    }}};

}  // namespace heddle::view_command
