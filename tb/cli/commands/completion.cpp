// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/completion.hpp"

#include <fmt/format.h>

#include <memory>

#include "tb/cli/command.hpp"

namespace heddle::completion_command {

static const Registration<Command> registration{
    Command{.name = "completion",
            .help = "Print a script with which a shell completes commands, options and names",
            .declare = [](CLI::App& app) {
              const auto shell = std::make_shared<std::string>();
              app.add_option("shell", *shell, fmt::format("{}", fmt::join(completed_shells(), ", ")))
                  ->required()
                  ->type_name("SHELL");
              app.footer("Example:\n  source <(heddle completion bash)");
              return [shell, &app] {
                fmt::print("{}", completion(*app.get_parent(), *shell));
                return 0;
              };
            }}};

}  // namespace heddle::completion_command
