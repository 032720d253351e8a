// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "hw/sim/block_entry.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/natural_number.hpp"
#include "tb/cli/output_files.hpp"
#include "tb/cli/rtl_options.hpp"
#include "tb/cosim/bench/vector_counts.hpp"
#include "tb/cosim/progress.hpp"
#include "tb/cosim/rtl/rtl_reading.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/run/child_process.hpp"
#include "tb/run/named.hpp"
#include "tb/verify/catalogue.hpp"
#include "tb/verify/contents.hpp"
#include "tb/verify/decide.hpp"

namespace heddle::verify_command {
namespace {

struct Options {
  verify::VerifyRequest request{};
  std::vector<std::string> levels{};
  std::string json{};
  bool record = false;
};

std::vector<std::string> blocks_of(const std::string& wanted) {
  if (wanted == "all") return Registry<BlockEntry>::instance().names();
  return {named<BlockEntry>(wanted).name};
}

/// Returns the levels that the command line names, or all of them.
std::vector<verify::Level> levels_of(const std::vector<std::string>& wanted) {
  std::vector<std::string> known;
  for (const auto& level : verify::levels()) known.push_back(level.name);
  for (const std::string& name : wanted)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error({.place = "command line",
                   .what = "unknown level",
                   .value = name,
                   .legal = fmt::format("{}", fmt::join(known, ", ")),
                   .nearest = nearest_name(name, known)});
  std::vector<verify::Level> chosen;
  for (const auto& level : verify::levels())
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), level.name) != wanted.end())
      chosen.push_back(level);
  return chosen;
}

/// Checks one level in a process of its own, because SystemC can simulate only once in a process.
verify::LevelResult check(const verify::Level& entry, const verify::VerifyRequest& request) {
  const std::string what = fmt::format("{} of {}", entry.name, request.block);
  const auto start = std::chrono::steady_clock::now();
  const std::string text = in_child_process(what, [&] {
    verify::LevelResult level = entry.check(request);
    level.name = entry.name;
    return verify::to_json(level).dump();
  });
  verify::LevelResult level = verify::level_result_of(text, what);
  level.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return level;
}

/// Returns a result without levels, with the keys of the sources for which it holds; of a user's RTL they are
/// empty.
verify::Verification begin(const std::string& block, const Options& o) {
  if (!o.request.rtl.empty()) return {block, {}, {}, {}};
  const auto contents = verify::contents_key(block), simulation = verify::simulation_key();
  if (o.record && !(contents && simulation))
    throw Error({.place = "command line", .what = "--record is for the sources, which this program lacks"});
  return {block, contents.value_or(""), simulation.value_or(""), {}};
}

/// Says what is to be known of RTL of the user's before minutes are spent on it.
void print_notes(const verify::VerifyRequest& request) {
  if (request.rtl.empty()) return;
  for (const std::string& note : notes_of(request.block, request.rtl)) fmt::print("note: {}\n", note);
  if (const std::string note = fitting_sets(request.block, request.rtl).note(); !note.empty())
    fmt::print("note: {}\n", note);
  std::fflush(stdout);
}

int run(const Options& o) {
  const auto levels = levels_of(o.levels);
  if (!o.request.rtl.empty() && (o.request.block == "all" || o.record))
    throw Error(
        {.place = "command line",
         .what = o.record ? "--record is for Heddle's own RTL" : "--rtl belongs to one block, not to all",
         .value = o.request.rtl.name()});
  verify::require_provers();
  verify::VerifyRequest request = o.request;
  check_outputs({{"--json", o.json}}, files_named_by(o.request.rtl));
  nlohmann::json all = nlohmann::json::array();
  bool passed = true;
  for (const std::string& block : blocks_of(o.request.block)) {
    request.block = block;
    verify::Verification result = begin(block, o);
    print_notes(o.request);
    {
      ProgressBar bar;
      request.progress = [&](std::string_view step) { bar.show(std::string(step)); };
      for (const auto& level : levels) result.levels.push_back(check(level, request));
    }
    fmt::print("{}", text_of(result));
    std::fflush(stdout);
    passed = passed && result.passed();
    if (o.record) verify::record(result);
    all.push_back(verify::to_json(result));
  }
  if (!o.json.empty()) estimate::write_file(o.json, all.dump(2) + "\n");
  return passed ? 0 : 1;
}

}  // namespace

static const Registration<Command> registration{Command{
    .name = "verify",
    .help =
        "Verify a block on all levels: lint, co-simulation of its RTL and of its netlist, proofs, mutation",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<Options>();
      verify::VerifyRequest& r = o->request;
      app.add_option("block", r.block, "A block (see heddle blocks), or all")
          ->required()
          ->type_name("BLOCK|all");
      add_rtl_options(app, r.rtl);
      app.add_option("--levels", o->levels,
                     "Verify on these levels alone: lint, co-simulation, netlist, proofs, mutation")
          ->type_name("LEVEL,...")
          ->delimiter(',')
          ->allow_extra_args(false);
      app.add_option("--mutants", r.mutants, "Put this many faults into the RTL, one at a time")
          ->check(CLI::Range(1u, 10'000u))
          ->capture_default_str();
      app.add_option("--vectors", r.vectors,
                     fmt::format("Compare over this many vectors in each co-simulation; a mutant that "
                                 "survives them is alive (default: as heddle cosim; {} for a netlist and {} "
                                 "for a mutant)",
                                 least_vectors, shared_vectors))
          ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
      app.add_option("--seed", r.seed, "Draw the stimulus and the mutants from this seed")
          ->check(natural_number())
          ->capture_default_str();
      app.add_option("--json", o->json, "Write the results to this file as JSON")->type_name("FILE");
      app.add_flag("--record", o->record,
                   "Record the results in configs/blocks/verified, for heddle blocks --markdown; levels that "
                   "are left out stay as they are recorded for the same contents");
      return [o] { return run(*o); };
    }}};

}  // namespace heddle::verify_command
