#include "tb/verify/lint.hpp"

#include <fmt/format.h>

#include <vector>

#include "tb/cosim/command.hpp"
#include "tb/cosim/rtl_files.hpp"
#include "tb/cosim/verilator.hpp"
#include "tb/estimate/yosys_script.hpp"
#include "tb/verify/decide.hpp"

namespace heddle::verify {
namespace {

/// What the tool has printed; at least its status when that is an error.
std::string complaint(const CommandResult& result) {
  if (result.exit_code != 0 && result.output.empty())
    return fmt::format("exit status {}\n", result.exit_code);
  return result.output;
}

}  // namespace

std::string lint(const RtlSource& source) {
  std::vector<std::string> words{"verilator", "--lint-only", "--assert",
                                 source.users ? "--no-timing" : "-Wall"};
  for (std::string& option : verilator_options(source)) words.push_back(std::move(option));
  for (const auto& file : files_of(source))
    if (file.extension() == ".sv" || file.extension() == ".v") words.push_back(file.string());
  return complaint(run_command(words));
}

std::string synthesis_problems(const RtlSource& source) {
  require_provers();
  const auto files = files_of(source);
  std::string problems;
  for (const char* assertions : {"", "-formal"}) {
    const std::string script = estimate::read_command(source, files, assertions) +
                               fmt::format(
                                   "hierarchy -check -top {}\nproc\nflatten\ncheck -assert\n"
                                   "select -assert-none t:$dlatch t:$adlatch\n",
                                   source.block);
    problems += complaint(run_command({"yosys", "-q", "-p", script}));
  }
  return problems;
}

}  // namespace heddle::verify
