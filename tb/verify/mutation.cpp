// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/mutation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "hw/sim/block_entry.hpp"
#include "models/base/error.hpp"
#include "tb/cosim/cosim.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/lower/synthesizable.hpp"
#include "tb/verify/equivalence_check.hpp"

namespace heddle::verify {
namespace {

void check(bool holds, const std::string& block, const char* what) {
  if (!holds) throw Error({.place = fmt::format("mutation of {}", block), .what = what});
}

/// Simulates the original, as mutant 0, and then all mutants on the same vectors.
std::vector<CosimResult> simulate(const MutationRequest& request, const MutatedRtl& mutated, bool users) {
  // yosys writes a choice of one of several values as a case whose patterns overlap.
  const RtlObject object = open_rtl({.block = request.block,
                                     .file = mutated.verilog,
                                     .folders = {mutated.verilog.parent_path()},
                                     .allowed = {"CASEOVERLAP"},
                                     .users = users});
  std::vector<CosimRequest> requests;
  for (unsigned number = 0; number <= mutated.mutants.size(); ++number)
    requests.push_back({.block = request.block,
                        .set = request.set,
                        .made = [object, number] { return choose_mutant(object.make(), number); },
                        .vectors = request.vectors,
                        .seed = request.seed,
                        .no_wave = true});
  return cosimulate(requests);
}

std::string text_of(const Mutant& m) {
  return fmt::format("mutant {}, {} at {} of {}", m.number, m.mode, m.cell, m.place);
}

void say(const MutationRequest& request, const std::string& step) {
  if (request.progress) request.progress(step);
}

}  // namespace

unsigned MutationResult::count(ProofVerdict verdict) const {
  return static_cast<unsigned>(std::count_if(survivors.begin(), survivors.end(),
                                             [&](const Survivor& s) { return s.equivalent == verdict; }));
}

MutationResult test_mutants(const MutationRequest& request) {
  require_provers();
  const auto& entry = Registry<BlockEntry>::instance().find(request.block);
  const RtlParameters parameters = entry.rtl_parameters(parameter_set(request.block, request.set, {}));
  const ScratchFolder folder;
  say(request, fmt::format("{}: making {} mutants", request.block, request.mutants));
  const RtlSource source =
      lower::synthesizable(rtl_source(request.block, request.rtl, parameters), {request.block, request.set});
  const MutatedRtl mutated = mutate(source, request.mutants, request.seed, folder.path());
  say(request, fmt::format("{}: simulating {} mutants", request.block, mutated.mutants.size()));
  const std::vector<CosimResult> runs = simulate(request, mutated, source.users);
  check(runs[0].passed(), request.block, "the RTL without a mutant differs from the model");

  MutationResult result{.request = request, .mutants = static_cast<unsigned>(mutated.mutants.size())};
  result.request.progress = {};
  std::optional<unsigned> killed;  // the mutant that was killed earliest
  std::vector<std::uint64_t> cycles;
  for (unsigned number = 1; number < runs.size(); ++number) {
    const auto& mismatch = runs[number].mismatch;
    if (mismatch) {
      cycles.push_back(mismatch->cycle);
      if (mismatch->reason.empty() && (!killed || mismatch->cycle < runs[*killed].mismatch->cycle))
        killed = number;
    } else {
      result.survivors.push_back({mutated.mutants[number - 1]});
    }
  }
  result.killed = static_cast<unsigned>(cycles.size());
  std::sort(cycles.begin(), cycles.end());
  if (!cycles.empty()) result.median_cycles = cycles[cycles.size() / 2], result.most_cycles = cycles.back();
  if (result.survivors.empty()) return result;

  const EquivalenceCheck equivalence(request.block, mutated, runs[0].channels, folder.path());
  check(equivalence.equivalent(0, request.equivalence_seconds) == ProofVerdict::proven, request.block,
        "the equivalence check does not find the RTL equivalent to itself");
  if (killed) {
    const ProofVerdict verdict = equivalence.equivalent(*killed, request.equivalence_seconds);
    if (verdict != ProofVerdict::refuted)
      throw Error(
          {.place = fmt::format("mutation of {}", request.block),
           .what = "the equivalence check finds no input that tells a killed mutant from the original",
           .value = fmt::format("{}: {}; killed in cycle {}", text_of(mutated.mutants[*killed - 1]),
                                name(verdict), runs[*killed].mismatch->cycle)});
  }
  for (std::size_t i = 0; i < result.survivors.size(); ++i) {
    Survivor& survivor = result.survivors[i];
    say(request, fmt::format("{}: equivalence check of survivor {} of {}", request.block, i + 1,
                             result.survivors.size()));
    survivor.equivalent = equivalence.equivalent(survivor.mutant.number, request.equivalence_seconds);
  }
  return result;
}

std::string text_of(const MutationResult& r) {
  std::string text = fmt::format(
      "{} mutants{} (seed {}, {} vectors): {} killed, half of them within {} cycles and all within {}; {} "
      "equivalent, {} alive, {} undecided\n",
      r.mutants, r.request.set.empty() ? "" : " of set " + r.request.set, r.request.seed, r.request.vectors,
      r.killed, r.median_cycles, r.most_cycles, r.equivalent(), r.alive(), r.undecided());
  const auto verdict = [](const Survivor& s) {
    return s.equivalent == ProofVerdict::refuted  ? "alive"
           : s.equivalent == ProofVerdict::proven ? "equivalent, proven for all inputs"
                                                  : "undecided";
  };
  for (const Survivor& s : r.survivors) text += fmt::format("  {}: {}\n", verdict(s), text_of(s.mutant));
  return text;
}

}  // namespace heddle::verify
