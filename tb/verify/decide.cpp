// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/decide.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "tb/cosim/process/command.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/estimate/yosys_script.hpp"

namespace heddle::verify {

namespace fs = std::filesystem;
using namespace estimate;

namespace {

constexpr Tool abc{"yosys-abc", "yosys"};
constexpr unsigned induction_seconds = 600;

/// Searches for a counterexample within a few edges. This comes first, because never_script takes long when
/// there is one.
constexpr const char* soon_script = "bmc3 -T 20 -F 10";

/// Merges equal registers with lcorr, which is quick, and then equal signals with scorr; searches for a
/// counterexample in the first edges; merges what ten-step induction shows to be equal, such as signals that
/// follow from counters with other codes; and finally lets all engines try.
constexpr const char* never_script = "lcorr; scorr; bmc3 -T 20 -F 60; scorr -F 10; dprove";

CommandResult run_for(unsigned seconds, const fs::path& folder, const std::vector<std::string>& command) {
  std::vector<std::string> words{"env", "-C", folder.string()};
  words.insert(words.end(), command.begin(), command.end());
  return run_command(words, seconds);
}

bool says(const CommandResult& result, std::string_view text) {
  return result.output.find(text) != std::string::npos;
}

}  // namespace

std::string_view name(ProofVerdict verdict) {
  switch (verdict) {
    case ProofVerdict::proven:
      return "proven";
    case ProofVerdict::refuted:
      return "refuted";
    case ProofVerdict::undecided:
      break;
  }
  return "undecided";
}

void require_provers() {
  require(yosys);
  require(abc);
}

ProofVerdict assertions_hold(const RtlSource& source, std::span<const fs::path> files,
                             const fs::path& folder) {
  require_provers();
  const std::string script = read_command(source, files, "-formal") +
                             fmt::format(
                                 "prep -flatten -top {}\nasync2sync\nopt\n"
                                 "sat -verify -tempinduct -prove-asserts -set-init-zero -seq 1 -maxsteps 4\n",
                                 source.block);
  write_file(folder / "assertions.ys", script);
  const CommandResult result = run_for(induction_seconds, folder, {"yosys", "-s", "assertions.ys"});
  if (result.exit_code == 0 && says(result, "Induction step proven: SUCCESS!")) return ProofVerdict::proven;
  if (result.exit_code == CommandResult::timed_out || says(result, "Reached maximum number of time steps"))
    return ProofVerdict::undecided;
  if (says(result, "Called with -verify and proof did fail!")) return ProofVerdict::refuted;
  const std::size_t complaint = result.output.find("ERROR:");
  throw Error(
      {.place = source.file.string(),
       .what = "yosys cannot prove its assertions",
       .value = complaint == std::string::npos
                    ? fmt::format("exit status {}", result.exit_code)
                    : result.output.substr(complaint, result.output.find('\n', complaint) - complaint)});
}

std::string write_gates(const fs::path& blif) {
  return fmt::format(
      "opt_expr\nopt_merge\nopt_clean\n"
      "setundef -zero -undriven\nsetundef -zero -init\n"
      "techmap\ndfflegalize -cell $_DFF_P_ 01\nopt_clean\n"
      "write_blif {}\n",
      quoted(blif));
}

namespace {

ProofVerdict decide(const fs::path& blif, const std::string& commands, unsigned seconds) {
  require_provers();
  const CommandResult result = run_for(
      seconds, blif.parent_path(),
      {"yosys-abc", "-c", fmt::format("read_blif {}; strash; {}", blif.filename().string(), commands)});
  if (says(result, "NOT EQUIVALENT") || says(result, "not equivalent") || says(result, "was asserted") ||
      says(result, " SATISFIABLE") || says(result, "\nSATISFIABLE"))
    return ProofVerdict::refuted;
  if (says(result, "are equivalent") || says(result, "UNSATISFIABLE")) return ProofVerdict::proven;
  if (result.exit_code == 0 || result.exit_code == CommandResult::timed_out) return ProofVerdict::undecided;
  throw Error({.place = blif.string(), .what = "abc does not accept the netlist", .value = result.output});
}

}  // namespace

ProofVerdict never_high(const fs::path& blif, unsigned seconds) {
  if (decide(blif, soon_script, seconds) == ProofVerdict::refuted) return ProofVerdict::refuted;
  return decide(blif, never_script, seconds);
}

ProofVerdict combinationally_never_high(const fs::path& blif, unsigned seconds) {
  return decide(blif, "dprove", seconds);
}

}  // namespace heddle::verify
