// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/level_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/sim/block_entry.hpp"
#include "tb/cosim/bench/vector_counts.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tb/verify/lint.hpp"
#include "tb/verify/mutation.hpp"
#include "tb/verify/netlist_cosim.hpp"
#include "tb/verify/proof.hpp"

namespace heddle::verify {
namespace {

void say(const VerifyRequest& request, const std::string& step) {
  if (request.progress) request.progress(fmt::format("{}: {}", request.block, step));
}

/// Coverage points that the stimulus never reached count as failures: what was never exercised was not
/// compared.
bool complete(const CosimResult& r) { return r.passed() && r.holes().empty(); }

std::string left_out(const FittingSets& sets) {
  return sets.left_out.empty() ? "" : fmt::format("; {} sets left out", sets.left_out.size());
}

/// Returns the set that the card chooses, or the default one (empty) for RTL that does not declare its
/// parameters.
std::string fitting_set(const VerifyRequest& request, const std::string& chosen) {
  return fitting_sets(request.block, request.rtl).contains(chosen) ? chosen : std::string();
}

/// Of inputs that stay, so many vectors of each set: the RTL sleeps in most of their cycles.
constexpr std::uint64_t staying_vectors = 20'000;

}  // namespace

LevelResult check_lint(const VerifyRequest& request) {
  say(request, "reading all named sets");
  const auto& entry = Registry<BlockEntry>::instance().find(request.block);
  const FittingSets fitting = fitting_sets(request.block, request.rtl);
  const auto& sets = fitting.sets;
  std::size_t clean = 0;
  LevelResult level{};
  for (const std::string& set : sets) {
    const RtlSource source =
        rtl_source(request.block, request.rtl, entry.rtl_parameters(parameter_set(request.block, set, {})));
    const std::string problems = lint(source) + synthesis_problems(source);
    clean += problems.empty();
    if (!problems.empty()) level.details += fmt::format("  set {}:\n{}", set, problems);
  }
  level.passed = clean == sets.size();
  level.figures = fmt::format("{} of {} sets without a warning, a loop or a latch{}", clean, sets.size(),
                              left_out(fitting));
  return level;
}

LevelResult check_cosimulation(const VerifyRequest& request) {
  say(request, "co-simulating all named sets");
  std::vector<CosimRequest> requests;
  const FittingSets fitting = fitting_sets(request.block, request.rtl);
  const auto& sets = fitting.sets;
  const std::uint64_t vectors = request.vectors.value_or(vectors_of_each(sets.size()));
  for (const std::string& set : sets)
    requests.push_back({.block = request.block,
                        .set = set,
                        .rtl = request.rtl,
                        .vectors = vectors,
                        .seed = request.seed,
                        .no_wave = true});
  for (std::size_t i = 0; i < sets.size(); ++i) {
    CosimRequest staying = requests[i];
    staying.vectors = std::min(vectors, staying_vectors);
    staying.sleeping = true;
    requests.push_back(staying);
  }
  LevelResult level{.passed = true};
  std::size_t equal = 0, points = 0, seen = 0;
  const auto results = cosimulate(requests);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const CosimResult &r = results[i], &staying = results[sets.size() + i];
    equal += r.passed() && staying.passed();
    points += r.coverage.size();
    seen += r.coverage.size() - r.holes().size();
    if (!complete(r)) level.details += text_of(r);
    if (!staying.passed()) level.details += "while the inputs stay: " + text_of(staying);
    level.passed = level.passed && complete(r) && staying.passed();
  }
  level.figures = fmt::format("{} of {} sets equal, {} vectors each; {} of {} coverage points{}", equal,
                              sets.size(), vectors, seen, points, left_out(fitting));
  return level;
}

LevelResult check_netlist(const VerifyRequest& request) {
  say(request, "synthesizing and co-simulating the netlist");
  const std::string set = fitting_set(request, block_card(request.block).netlist_set);
  const NetlistResult r = cosimulate_netlist(request.block, set, request.rtl,
                                             request.vectors.value_or(least_vectors), request.seed);
  return {.passed = r.cosim.passed(),
          .figures = fmt::format("{}{} over {} vectors; {} gates and {} flip-flops of {}",
                                 set.empty() ? "" : fmt::format("set {} ", set),
                                 r.cosim.passed() ? "equal" : "different", r.cosim.vectors, r.gates,
                                 r.flip_flops, r.library),
          .details = r.cosim.passed() ? "" : text_of(r.cosim)};
}

LevelResult check_proofs(const VerifyRequest& request) {
  if (!request.rtl.empty())
    return {.passed = true, .figures = "left out: the card's claims are about modules of Heddle's own RTL"};
  const auto claims = block_card(request.block).proofs;
  LevelResult level{.passed = true};
  std::size_t proven = 0, refuted = 0;
  for (const ProofClaim& claim : claims) {
    say(request, "proving: " + claim.claim);
    const ProofVerdict verdict = prove(request.block, claim);
    const ProofVerdict control = prove(request.block, claim, true);
    proven += verdict == ProofVerdict::proven;
    refuted += control == ProofVerdict::refuted;
    if (verdict == ProofVerdict::proven && control == ProofVerdict::refuted) continue;
    level.passed = false;
    level.details +=
        fmt::format("  {}\n    it is {}, its control is {}\n", claim.claim, name(verdict), name(control));
  }
  level.figures = claims.empty() ? "the card claims nothing"
                                 : fmt::format("{} of {} claims proven; {} of {} controls refuted", proven,
                                               claims.size(), refuted, claims.size());
  return level;
}

LevelResult check_mutation(const VerifyRequest& request) {
  const MutationResult r = test_mutants({.block = request.block,
                                         .rtl = request.rtl,
                                         .set = fitting_set(request, block_card(request.block).mutated_set),
                                         .mutants = request.mutants,
                                         .vectors = request.vectors.value_or(shared_vectors),
                                         .seed = request.seed,
                                         .progress = request.progress});
  const std::string text = text_of(r);
  const std::size_t line = text.find('\n');
  return {.passed = r.passed(), .figures = text.substr(0, line), .details = text.substr(line + 1)};
}

}  // namespace heddle::verify
