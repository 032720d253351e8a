// SPDX-License-Identifier: Apache-2.0
#include "tb/cli/functional_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "models/base/error.hpp"
#include "tb/run/functional_check.hpp"

namespace heddle {
namespace {

/// The options that a functional run accepts; --gpu, --config and --set give it the limits of a thread and a
/// CTA.
constexpr std::array legal{"target",        "linked",     "--launch",     "--functional",    "--size",
                           "--small",       "--seed",     "--ptx",        "--max-registers", "--gpu",
                           "--config",      "--set",      "--technology", "--no-out",        "--help",
                           "--write-below", "--overwrite"};

bool is_check(const CLI::Option& option) {
  const std::vector<std::string> checks = Registry<FunctionalCheck>::instance().names();
  return std::any_of(checks.begin(), checks.end(),
                     [&](const std::string& name) { return option.check_name("--" + name); });
}

}  // namespace

void refuse_timing_options(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const auto same = [&](const char* name) { return option->check_name(name); };
    if (option->count() == 0 || is_check(*option) || std::any_of(legal.begin(), legal.end(), same)) continue;
    throw Error({.place = "command line",
                 .what = "--functional gives results without time; this option needs the machine",
                 .value = option->get_name(),
                 .legal =
                     "--size, --small, --seed, --ptx, --max-registers, --launch, and --gpu, --config and "
                     "--set for the limits of a CTA"});
  }
}

}  // namespace heddle
