// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/platform_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "models/base/registry.hpp"

namespace heddle {

void add_layer_options(CLI::App& app, PlatformOptions& options, const std::string& group) {
  app.add_option_function<std::vector<std::string>>(
         "--with", [&options](const std::vector<std::string>& names) { add_techniques(options, names); },
         fmt::format("Add these techniques to the GPU: {}; or those of a combination, which is a file in "
                     "configs/combinations: five",
                     fmt::join(Registry<TechniqueEntry>::instance().names(), ", ")))
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--config", options.files,
                 "Read this configuration file, which overrides earlier ones; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option(
         "--technology", options.technology,
         "Take energies and areas from this technology: a name in configs/technologies, or a YAML file")
      ->type_name("NAME|FILE")
      ->capture_default_str()
      ->group(group);
}

void add_platform_options(CLI::App& app, PlatformOptions& options) {
  const std::string group = "The machine";
  app.add_option("--gpu", options.gpu, "Simulate this GPU: a name in configs/gpus, or a YAML file")
      ->type_name("NAME|FILE")
      ->capture_default_str()
      ->group(group);
  add_layer_options(app, options, group);
  app.add_option("--set", options.assignments, "Set one value, which overrides all files; may be repeated")
      ->type_name("SECTION.KEY=VALUE")
      ->allow_extra_args(false)
      ->group(group);
}

void add_technique_options(CLI::App& app, PlatformOptions& options) {
  for (const std::string& name : Registry<TechniqueEntry>::instance().names())
    for (const TechniqueOption& own : Registry<TechniqueEntry>::instance().find(name).options)
      app.add_option_function<std::string>(
             own.name,
             [&options, &own](const std::string& value) {
               for (const std::string& assignment : own.assignments)
                 options.assignments.push_back(fmt::format(fmt::runtime(assignment), value));
             },
             own.help)
          ->type_name(own.type)
          ->group("The machine");
}

}  // namespace heddle
