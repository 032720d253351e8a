// SPDX-License-Identifier: Apache-2.0
// The command line: finds the subcommand, and prints whatever goes wrong, once.
#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>

#include "models/base/error.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/version_text.hpp"
#include "tb/run/child_process.hpp"
#include "tb/run/plugin.hpp"
#include "tb/run/systemc_reports.hpp"

namespace heddle {
namespace {

constexpr int failure = 1, bad_command_line = 2;

int complain(const std::string& text, int status) {
  std::fflush(stdout);
  fmt::print(stderr, "heddle: error: {}\n", text);
  return status;
}

/// Returns the options and subcommands of `app`, among which the nearest name is sought.
std::vector<std::string> known_words(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    words.push_back(command->get_name());
  return words;
}

std::string unknown_word(const CLI::App& app, const std::string& word) {
  const auto known = known_words(app);
  return Error({.place = "command line",
                .what = word.starts_with("-") ? "unknown option" : "unknown command or argument",
                .value = word,
                .legal = app.get_parent() ? fmt::format("see heddle {} --help", app.get_name())
                                          : "see heddle --help",
                .nearest = nearest_name(word.substr(0, word.find('=')), known)})
      .what();
}

/// Returns an option that was given without a value, as by "$OUT" where no OUT is set: CLI11 would leave its
/// default.
const CLI::Option* option_without_value(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    for (const std::string& value : option->results())
      if (value.empty()) return option;
  return nullptr;
}

constexpr std::string_view plugin_option = "--plugin";

/// Loads the plug-ins that --plugin names before any option is declared: help texts list the names that a
/// plug-in registers, and it may register commands.
void load_plugins(int argc, char** argv) {
  for (int k = 1; k < argc; ++k) {
    const std::string_view word = argv[k];
    if (word == "--") return;
    if (word == plugin_option && k + 1 < argc)
      load_plugin(argv[++k]);
    else if (word.starts_with(plugin_option) && word.substr(plugin_option.size()).starts_with('='))
      load_plugin(word.substr(plugin_option.size() + 1));
  }
}

/// Declares --plugin for the help and the parser; load_plugins() has loaded the files before.
void declare_plugins(CLI::App& app) {
  app.add_option_function<std::vector<std::string>>(
         std::string(plugin_option), [](const std::vector<std::string>&) {},
         "Load techniques, workloads, blocks or commands from this shared object "
         "(examples/technique_plugin); may "
         "be repeated")
      ->type_name("FILE.so")
      ->allow_extra_args(false);
}

/// Returns the innermost subcommand of the command line.
const CLI::App& chosen(const CLI::App& app) {
  const auto given = app.get_subcommands();
  return given.empty() ? app : chosen(*given.front());
}

int run_command(int argc, char** argv) {
  require_registrations();
  load_plugins(argc, argv);
  CLI::App app{"Heddle: a SystemC/TLM-2.0 model of a GPU, whose new blocks exist as models and as RTL",
               "heddle"};
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", version_text, "Print version, commit, compiler and libraries");
  app.footer("heddle COMMAND --help explains a command.");
  std::map<std::string, std::function<int()>> actions;
  const auto& commands = Registry<Command>::instance();
  for (const std::string& name : commands.names()) {
    const Command& command = commands.find(name);
    CLI::App& declared = *app.add_subcommand(name, command.help);
    actions[name] = command.declare(declared);
    declare_plugins(declared);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    const CLI::App& at = chosen(app);
    // An unknown word says more than the missing argument that it leads to.
    const auto unknown = at.remaining();
    return complain(
        unknown.empty() ? fmt::format("command line: {}", error.what()) : unknown_word(at, unknown.front()),
        bad_command_line);
  }
  if (const CLI::Option* option = option_without_value(chosen(app)))
    return complain(fmt::format("command line: {} has an empty value: ''; legal: {}", option->get_name(),
                                option->get_type_name()),
                    bad_command_line);
  const auto given = app.get_subcommands();
  if (given.empty()) {
    fmt::print("{}", app.help());
    return 0;
  }
  return actions.at(given.front()->get_name())();
}

/// Reports a full disk: stdio notices it only when it writes, which may be after the last line was printed.
int run_and_flush(int argc, char** argv) {
  const auto check = [](const std::string& why) {
    if (std::ferror(stdout) != 0) throw Error({.what = "the output cannot be written", .value = why});
  };
  try {
    const int status = run_command(argc, argv);
    std::fflush(stdout);
    check(std::strerror(errno));
    return status;
  } catch (const std::system_error& error) {  // thrown by fmt
    check(error.code().message());
    throw;
  }
}

}  // namespace
}  // namespace heddle

int main(int argc, char** argv) {
  heddle::route_systemc_reports();
  try {
    return heddle::run_and_flush(argc, argv);
  } catch (const sc_core::sc_report& report) {
    return heddle::complain(heddle::error_of(report).what(), heddle::failure);
  } catch (const heddle::Error& error) {
    return heddle::complain(error.what(), heddle::failure);
  } catch (const std::exception& error) {
    return heddle::complain(heddle::Error(heddle::problem_of(error)).what(), heddle::failure);
  }
}
