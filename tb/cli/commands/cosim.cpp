#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "tb/cli/command.hpp"
#include "tb/cli/rtl_options.hpp"
#include "tb/cosim/cosim.hpp"
#include "tb/cosim/parameter_sets.hpp"
#include "tb/cosim/progress.hpp"

namespace heddle {
namespace {

struct Options {
  CosimRequest request{};
  std::vector<std::string> sets{};
  std::string compare = "cycles", carrier = "wire";
  bool no_rates = false;
};

std::vector<std::string> blocks_of(const std::string& wanted) {
  const auto known = cosim_blocks();
  if (wanted == "all") return known;
  if (std::find(known.begin(), known.end(), wanted) != known.end()) return {wanted};
  throw Error({.place = "command line",
               .what = "unknown block",
               .value = wanted,
               .legal = fmt::format("{}, all", fmt::join(known, ", ")),
               .nearest = nearest_name(wanted, known)});
}

std::vector<CosimRequest> requests_of(const Options& o) {
  CosimRequest each = o.request;
  each.transactions = o.compare == "transactions";
  each.carrier = o.carrier == "signal" ? Carrier::signal : Carrier::wire;
  each.rates = !o.no_rates;
  if (each.block == "all" && !each.rtl.empty())
    throw Error({.place = "command line",
                 .what = "--rtl belongs to one block, not to all",
                 .value = each.rtl.name()});
  std::vector<CosimRequest> all;
  for (const std::string& block : blocks_of(o.request.block)) {
    each.block = block;
    auto sets = o.sets;
    if (sets.empty()) sets = {"default"};
    if (sets == std::vector<std::string>{"all"}) sets = parameter_set_names(block);
    for (const std::string& set : sets) {
      each.set = set;
      all.push_back(each);
    }
  }
  if (all.size() > 1 && !each.wave.empty())
    throw Error({.place = "command line", .what = "--wave belongs to one co-simulation", .value = each.wave});
  return all;
}

int run(const Options& o) {
  const auto requests = requests_of(o);
  std::vector<CosimResult> results;
  {
    ProgressBar bar;
    results = cosimulate(requests, [&](std::size_t index, std::uint64_t done) {
      const CosimRequest& r = requests[index];
      bar.show(fmt::format("{} {}", r.block, r.set), done, r.vectors);
    });
  }
  std::size_t failed = 0;
  for (const CosimResult& result : results) {
    fmt::print("{}\n", text_of(result));
    failed += !result.passed();
  }
  if (results.size() > 1)
    fmt::print("{} of {} co-simulations equal\n", results.size() - failed, results.size());
  return failed == 0 ? 0 : 1;
}

}  // namespace

static const Registration<Command> cosim{Command{
    .name = "cosim",
    .help = "Run a block's model and its RTL in lock-step and compare every output at every cycle",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<Options>();
      CosimRequest& r = o->request;
      r.vectors = 1'000'000;
      app.add_option("block", r.block, "A block (see heddle blocks), or all")
          ->required()
          ->type_name("BLOCK|all");
      add_rtl_options(app, r.rtl);
      app.add_option("--sets", o->sets, "Named parameter sets, or all (default: default)")
          ->type_name("SET,...")
          ->delimiter(',')
          ->allow_extra_args(false);
      app.add_option("--set", r.overrides, "A parameter, over its set; may be repeated")
          ->type_name("PARAMETER=VALUE")
          ->allow_extra_args(false);
      app.add_option("--vectors", r.vectors, "Vectors of each co-simulation")
          ->capture_default_str()
          ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
      app.add_option("--seed", r.seed, "Of the stimulus")->capture_default_str();
      app.add_option("--compare", o->compare,
                     "cycles; or transactions, for which a constant latency does not matter")
          ->check(CLI::IsMember({"cycles", "transactions"}))
          ->capture_default_str();
      app.add_option("--wave", r.wave, "Write the last cycles here (default: BLOCK.fst after a mismatch)")
          ->type_name("FILE.fst");
      app.add_option("--carrier", o->carrier, "What carries the pins: Heddle's wires, or sc_signal")
          ->check(CLI::IsMember({"wire", "signal"}))
          ->capture_default_str();
      app.add_flag("--no-rates", o->no_rates,
                   "Do not measure the bare Verilated loop and the RTL on its pins");
      return [o] { return run(*o); };
    }}};

}  // namespace heddle
