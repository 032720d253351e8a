// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/completion.hpp"

#include <fmt/format.h>

#include <map>

#include "hw/sim/block_entry.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "models/base/registry.hpp"
#include "tb/run/combination.hpp"
#include "tb/run/platform.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle {
namespace {

using Words = std::vector<std::string>;

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

Words options_of(const CLI::App& command) {
  Words words;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  return words;
}

Words experiments() {
  Words names = config_names("experiments");
  names.emplace_back("all");
  return names;
}

/// What may stand in place of an argument, by its name in the help: "WORKLOAD|FILE.ptx|FILE.json".
Words values_of(const std::string& type) {
  Words words;
  const auto add = [&](const char* kind, const Words& more) {
    if (type.find(kind) != type.npos) words.insert(words.end(), more.begin(), more.end());
  };
  add("WORKLOAD", Registry<Workload>::instance().names());
  add("BLOCK", Registry<BlockEntry>::instance().names());
  add("NAME|FILE|all", experiments());
  return words;
}

/// What follows an option, whatever the command.
std::map<std::string, Words> values_of_options() {
  Words techniques = Registry<TechniqueEntry>::instance().names();
  for (const std::string& name : combination_names()) techniques.push_back(name);
  return {{"--with", techniques}, {"--gpu", gpu_names()}, {"--size", {"small", "default", "paper"}}};
}

/// All that may come after the command's name.
Words words_of(const CLI::App& command) {
  Words words = options_of(command);
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional())
      for (const std::string& word : values_of(option->get_type_name())) words.push_back(word);
  for (const CLI::App* below : commands_of(command)) words.push_back(below->get_name());
  return words;
}

std::string bash(const CLI::App& app) {
  Words names;
  std::string cases, values;
  for (const CLI::App* command : commands_of(app)) {
    names.push_back(command->get_name());
    cases +=
        fmt::format("      {}) words='{}' ;;\n", command->get_name(), fmt::join(words_of(*command), " "));
  }
  for (const auto& [option, words] : values_of_options())
    values += fmt::format("    {}) words='{}' ;;\n", option, fmt::join(words, " "));
  return fmt::format(R"(# Completes heddle in bash:  source <(heddle completion bash)
_heddle() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words=
  case ${{COMP_WORDS[COMP_CWORD - 1]}} in
{}  esac
  if ((COMP_CWORD == 1)); then
    words='{}'
  elif [[ -z $words ]]; then
    case ${{COMP_WORDS[1]}} in
{}    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _heddle heddle
)",
                     values, fmt::join(names, " "), cases);
}

std::string zsh(const CLI::App& app) {
  return "# Completes heddle in zsh:  source <(heddle completion zsh)\nautoload -U +X compinit && compinit\n"
         "autoload -U +X bashcompinit && bashcompinit\n" +
         bash(app);
}

/// Help texts may have quotes.
std::string quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find_first_of("\\'", at)) != text.npos; at += 2) text.insert(at, "\\");
  return "'" + text + "'";
}

std::string fish(const CLI::App& app) {
  std::string script = "# Completes heddle in fish:  heddle completion fish | source\n";
  for (const CLI::App* command : commands_of(app)) {
    const std::string& name = command->get_name();
    const std::string within = fmt::format("complete -c heddle -n '__fish_seen_subcommand_from {}'", name);
    script += fmt::format("complete -c heddle -n __fish_use_subcommand -f -a {} -d {}\n", name,
                          quoted(command->get_description()));
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& word : option->get_lnames())
        script += fmt::format("{} -l {}{} -d {}\n", within, word,
                              option->get_items_expected_max() == 0 ? "" : " -r",
                              quoted(option->get_description()));
      if (const Words words = values_of(option->get_type_name()); option->get_positional() && !words.empty())
        script += fmt::format("{} -a '{}'\n", within, fmt::join(words, " "));
    }
  }
  for (const auto& [option, words] : values_of_options())
    script += fmt::format("complete -c heddle -l {} -x -a '{}'\n", option.substr(2), fmt::join(words, " "));
  return script;
}

struct Shell {
  const char* name;
  std::string (*script)(const CLI::App&);
};
constexpr Shell shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

}  // namespace

std::vector<std::string> completed_shells() {
  Words names;
  for (const Shell& shell : shells) names.emplace_back(shell.name);
  return names;
}

std::string completion(const CLI::App& app, const std::string& shell) {
  for (const Shell& known : shells)
    if (shell == known.name) return known.script(app);
  throw Error({.place = "command line",
               .what = "there is no completion for this shell",
               .value = shell,
               .legal = fmt::format("{}", fmt::join(completed_shells(), ", ")),
               .nearest = nearest_name(shell, completed_shells())});
}

}  // namespace heddle
