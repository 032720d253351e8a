#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "hw/sim/block_entry.hpp"
#include "tb/cli/child_process.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/named.hpp"
#include "tb/cli/rtl_options.hpp"
#include "tb/cosim/progress.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/verify/catalogue.hpp"
#include "tb/verify/decide.hpp"

namespace heddle {
namespace {

struct Options {
  verify::LadderRequest request{};
  std::vector<std::string> rungs{};
  std::string json{};
  bool record = false;
};

std::vector<std::string> blocks_of(const std::string& wanted) {
  if (wanted == "all") return Registry<BlockEntry>::instance().names();
  return {named<BlockEntry>(wanted).name};
}

/// The rungs that were asked for, all when none was.
std::vector<verify::RungEntry> rungs_of(const std::vector<std::string>& wanted) {
  std::vector<std::string> known;
  for (const auto& rung : verify::ladder()) known.push_back(rung.name);
  for (const std::string& name : wanted)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error({.place = "command line",
                   .what = "unknown rung",
                   .value = name,
                   .legal = fmt::format("{}", fmt::join(known, ", ")),
                   .nearest = nearest_name(name, known)});
  std::vector<verify::RungEntry> chosen;
  for (const auto& rung : verify::ladder())
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), rung.name) != wanted.end())
      chosen.push_back(rung);
  return chosen;
}

/// One rung, in a process of its own: SystemC simulates once a process.
verify::Rung climb(const verify::RungEntry& entry, const verify::LadderRequest& request) {
  const std::string what = fmt::format("{} of {}", entry.name, request.block);
  const auto start = std::chrono::steady_clock::now();
  const std::string text = in_child_process(what, [&] {
    verify::Rung rung = entry.climb(request);
    rung.name = entry.name;
    return verify::to_json(rung).dump();
  });
  verify::Rung rung = verify::rung_of(text, what);
  rung.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return rung;
}

int run(const Options& o) {
  const auto rungs = rungs_of(o.rungs);
  if (!o.request.rtl.empty() && (o.request.block == "all" || o.record))
    throw Error(
        {.place = "command line",
         .what = o.record ? "--record is for Heddle's own RTL" : "--rtl belongs to one block, not to all",
         .value = o.request.rtl.name()});
  if (o.record && rungs.size() != verify::ladder().size())
    throw Error({.place = "command line", .what = "--record takes the whole ladder, not some --rungs"});
  verify::require_provers();
  verify::LadderRequest request = o.request;
  nlohmann::json all = nlohmann::json::array();
  bool passed = true;
  for (const std::string& block : blocks_of(o.request.block)) {
    request.block = block;
    verify::LadderResult result{block, verify::present_rtl(block, o.request.rtl), {}};
    {
      ProgressBar bar;
      request.progress = [&](std::string_view step) { bar.show(std::string(step)); };
      for (const auto& rung : rungs) result.rungs.push_back(climb(rung, request));
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
    .help = "The ladder of a block: co-simulation, also of its netlist, proofs, mutants",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<Options>();
      verify::LadderRequest& r = o->request;
      app.add_option("block", r.block, "A block (see heddle blocks), or all")
          ->required()
          ->type_name("BLOCK|all");
      add_rtl_options(app, r.rtl);
      app.add_option("--rungs", o->rungs, "Only these: co-simulation, netlist, proofs, mutation")
          ->type_name("RUNG,...")
          ->delimiter(',')
          ->allow_extra_args(false);
      app.add_option("--mutants", r.mutants, "Faults that are put into the RTL")
          ->check(CLI::Range(1u, 10'000u))
          ->capture_default_str();
      app.add_option("--vectors", r.vectors, "Of each co-simulation, and that a mutant must survive")
          ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40))
          ->capture_default_str();
      app.add_option("--seed", r.seed, "Of stimulus and mutants")->capture_default_str();
      app.add_option("--json", o->json, "Write the results to this file, too")->type_name("FILE");
      app.add_flag("--record", o->record, "Keep the results with the sources, for heddle blocks --markdown");
      return [o] { return run(*o); };
    }}};

}  // namespace heddle
