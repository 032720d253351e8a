// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "hw/sim/block_entry.hpp"
#include "tb/cli/command.hpp"
#include "tb/cli/natural_number.hpp"
#include "tb/cli/output_files.hpp"
#include "tb/cli/rtl_options.hpp"
#include "tb/cosim/bench/vector_counts.hpp"
#include "tb/cosim/cosim.hpp"
#include "tb/cosim/progress.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"
#include "tb/run/child_process.hpp"

namespace heddle::cosim_command {
namespace {

struct Options {
  CosimRequest request{};
  std::vector<std::string> sets{};
  std::string compare = "cycles", carrier = "wire";
  bool no_rates = false, vectors_given = false;
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

/// Returns the names of the block's parameter sets, without those whose parameters the user's RTL does not
/// declare.
std::vector<std::string> sets_of(const std::string& block, const Options& o, std::size_t& left_out) {
  if (!o.sets.empty() && o.sets != std::vector<std::string>{"all"}) return o.sets;
  if (!o.request.overrides.empty() && o.sets.empty()) return {"default"};  // --set describes one machine
  const FittingSets fitting = fitting_sets(block, o.request.rtl, o.request.overrides);
  left_out += fitting.left_out.size();
  return fitting.sets;
}

std::vector<CosimRequest> requests_of(const Options& o, std::size_t& left_out) {
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
    const auto sets = sets_of(block, o, left_out);
    for (const std::string& set : sets) {
      each.set = set;
      if (!o.vectors_given) each.vectors = vectors_of_each(sets.size());
      all.push_back(each);
    }
  }
  if (all.size() > 1 && !each.wave.empty())
    throw Error({.place = "command line", .what = "--wave belongs to one co-simulation", .value = each.wave});
  check_outputs({{"--wave", each.wave}}, files_named_by(each.rtl));
  return all;
}

/// Runs one co-simulation in a process of its own, because SystemC can simulate only once in a process. The
/// result is printed before the RTL of the next set is built. Returns whether the two agree.
bool run_one(const CosimRequest& request) {
  const std::string what = fmt::format("{} {}", request.block, request.set);
  const std::string found = in_child_process(what, [&] {
    ProgressBar bar;
    bar.show(what);
    const CosimResult result = cosimulate({request}, [&](std::size_t, std::uint64_t done) {
                                 bar.show(what, done, request.vectors);
                               }).at(0);
    return (result.passed() ? "+" : "-") + text_of(result);
  });
  fmt::print("{}\n", found.substr(1));
  std::fflush(stdout);
  return found.front() == '+';
}

/// Runs the co-simulations. After a mismatch the other sets of that block are skipped: they would take long
/// and show the same.
int run(const Options& o) {
  std::size_t left_out = 0, equal = 0, skipped = 0;
  const auto requests = requests_of(o, left_out);
  std::string different;
  for (const CosimRequest& request : requests) {
    if (request.block == different && o.sets.empty()) {
      ++skipped;
    } else if (run_one(request)) {
      ++equal;
    } else {
      different = request.block;
    }
  }
  if (requests.size() > 1 || left_out != 0)
    fmt::print("{} of {} co-simulations equal\n", equal, requests.size() - skipped);
  if (skipped != 0) fmt::print("{} sets not run, because one before them differs\n", skipped);
  if (left_out != 0)
    fmt::print("{} sets left out, because the RTL does not declare their parameters\n", left_out);
  return equal == requests.size() ? 0 : 1;
}

}  // namespace

static const Registration<Command> cosim{Command{
    .name = "cosim",
    .help = "Run a block's model and its RTL in lock-step and compare every output at every cycle",
    .declare = [](CLI::App& app) {
      const auto o = std::make_shared<Options>();
      CosimRequest& r = o->request;
      app.add_option("block", r.block, "A block (see heddle blocks), or all")
          ->required()
          ->type_name("BLOCK|all");
      add_rtl_options(app, r.rtl);
      app.add_option("--sets", o->sets, "Use these named parameter sets (default: all)")
          ->type_name("SET,...")
          ->delimiter(',')
          ->allow_extra_args(false);
      app.add_option("--set", r.overrides, "Set a parameter, which overrides the named set; may be repeated")
          ->type_name("PARAMETER=VALUE")
          ->allow_extra_args(false);
      auto* vectors = app.add_option("--vectors", r.vectors,
                                     fmt::format("Compare over this many vectors in each co-simulation "
                                                 "(default: {} shared among the sets, at least {} each)",
                                                 shared_vectors, least_vectors))
                          ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
      app.add_option("--seed", r.seed, "Draw the stimulus from this seed")
          ->check(natural_number())
          ->capture_default_str();
      app.add_option(
             "--compare", o->compare,
             "Compare at every cycle, or by transactions, which accepts a constant difference in latency")
          ->check(CLI::IsMember({"cycles", "transactions"}))
          ->capture_default_str();
      auto* wave =
          app.add_option(
                 "--wave", r.wave,
                 "Write the waveforms of the last cycles to this file, with the signals inside of the "
                 "RTL (default: BLOCK.fst, after a mismatch, of the pins alone), and beside it what "
                 "GTKWave (.gtkw) and Surfer (.sucl) show of it")
              ->type_name("FILE.fst");
      app.add_option("--wave-depth", r.wave_levels,
                     "In the wave, show this many levels of instances below the RTL's module (default: all)")
          ->type_name("LEVELS")
          ->check(natural_number())
          ->needs(wave);
      app.add_option("--carrier", o->carrier, "Connect the pins by Heddle's wires, or by sc_signal")
          ->check(CLI::IsMember({"wire", "signal"}))
          ->capture_default_str();
      app.add_flag("--no-rates", o->no_rates,
                   "Do not measure the speed of the bare Verilated loop and of the RTL on its pins");
      return [o, vectors] {
        o->vectors_given = vectors->count() != 0;
        return run(*o);
      };
    }}};

}  // namespace heddle::cosim_command
