// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/lint.hpp"

#include <fmt/format.h>

#include <vector>

#include "tb/cosim/process/command.hpp"
#include "tb/cosim/rtl/rtl_files.hpp"
#include "tb/cosim/rtl/verilator.hpp"
#include "tb/estimate/yosys_script.hpp"
#include "tb/lower/synthesizable.hpp"
#include "tb/verify/decide.hpp"

namespace heddle::verify {
namespace {

/// A small design takes seconds, the largest block of the project under a minute.
constexpr unsigned limit_s = 600;

/// What a tool has printed; at least its status when that is an error.
std::string complaint(const char* tool, const CommandResult& result) {
  if (result.exit_code == CommandResult::timed_out)
    return fmt::format("{}{} did not end within {} seconds\n", result.output, tool, limit_s);
  if (result.exit_code != 0 && result.output.empty())
    return fmt::format("exit status {}\n", result.exit_code);
  return result.output;
}

}  // namespace

std::string lint(const RtlSource& source) {
  std::vector<std::string> words{"--lint-only", "--assert", source.users ? "--no-timing" : "-Wall"};
  for (std::string& option : verilator_options(source)) words.push_back(std::move(option));
  for (const auto& file : files_of(source))
    if (file.extension() == ".sv" || file.extension() == ".v") words.push_back(verilator_path(file));
  return complaint("verilator", call_verilator(words, limit_s));
}

std::string synthesis_problems(const RtlSource& given) {
  require_provers();
  const RtlSource source = lower::plain_source(given);
  const auto files = files_of(source);
  std::string problems;
  for (const char* assertions : {"", "-formal"}) {
    const std::string script = estimate::read_command(source, files, assertions) +
                               fmt::format(
                                   "hierarchy -check -top {}\nproc\nflatten\ncheck -assert\n"
                                   "select -assert-none t:$dlatch t:$adlatch\n",
                                   source.block);
    problems += complaint("yosys", run_command({"yosys", "-q", "-p", script}, limit_s));
  }
  return problems;
}

}  // namespace heddle::verify
