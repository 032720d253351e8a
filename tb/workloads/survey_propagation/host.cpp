// SPDX-License-Identifier: Apache-2.0
// Some rounds of survey propagation on a hard random 3-SAT formula. The reference stores only the clauses,
// and multiplies into the variables; the factors of a product have the same order, so it is exact.
#include <algorithm>
#include <array>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::survey_propagation {
namespace {

constexpr std::uint32_t cta = 256;

struct SurveyPropagationSizes {
  std::uint32_t variables = 4'000, percent = 420, rounds = 4;
  static constexpr auto parameters() {
    return std::tuple{parameter(&SurveyPropagationSizes::variables, "variables", "variables", 3, 1'000'000,
                                "16 and 66 CTAs a round", "Variables of the formula"),
                      parameter(&SurveyPropagationSizes::percent, "percent", "%", 50, 1000,
                                "4.2 clauses a variable: hard, but satisfiable", "Clauses per 100 variables"),
                      parameter(&SurveyPropagationSizes::rounds, "rounds", "rounds", 1, 1000,
                                "two launches each", "Rounds of surveys")};
  }
};

struct Formula {
  std::vector<int> variable{};          ///< of each literal; clause c has literals 3 * c .. 3 * c + 2
  std::vector<std::uint8_t> negated{};  ///< of each literal
  std::vector<float> survey{};          ///< of each literal, at first
};

Formula random_formula(Random& random, const SurveyPropagationSizes& s) {
  Formula f;
  const std::uint64_t clauses = std::max<std::uint64_t>(1, std::uint64_t{s.variables} * s.percent / 100);
  for (std::uint64_t c = 0; c < clauses; ++c) {
    std::array<std::uint32_t, 3> v{};
    do {
      for (auto& one : v) one = random.below(s.variables);
    } while (v[0] == v[1] || v[0] == v[2] || v[1] == v[2]);
    for (const auto one : v) {
      f.variable.push_back(static_cast<int>(one));
      f.negated.push_back(random.one_in(2) ? 1 : 0);
      f.survey.push_back(uniform(random, 0.0f, 0.95f));
    }
  }
  return f;
}

std::vector<float> propagated(const Formula& f, const SurveyPropagationSizes& s) {
  std::vector<float> survey = f.survey;
  for (std::uint32_t round = 0; round < s.rounds; ++round) {
    std::array<std::vector<float>, 2> calm{std::vector<float>(s.variables, 1.0f),
                                           std::vector<float>(s.variables, 1.0f)};
    for (std::size_t l = 0; l < survey.size(); ++l)
      calm[f.negated[l]][static_cast<std::size_t>(f.variable[l])] *= 1.0f - survey[l];
    std::vector<float> fails;
    for (std::size_t l = 0; l < survey.size(); ++l) {
      const auto v = static_cast<std::size_t>(f.variable[l]);
      const float opposite = calm[1 - f.negated[l]][v], same = calm[f.negated[l]][v] / (1.0f - survey[l]);
      const float unsatisfied = (1.0f - opposite) * same, satisfied = (1.0f - same) * opposite;
      fails.push_back(unsatisfied / (unsatisfied + satisfied + same * opposite));
    }
    for (std::size_t l = 0; l < survey.size(); ++l) {
      const std::size_t clause = l - l % 3;
      survey[l] = std::min(fails[clause + (l + 1) % 3] * fails[clause + (l + 2) % 3], 0.999f);
    }
  }
  return survey;
}

WorkloadResult run(const WorkloadRun& run, const SurveyPropagationSizes& sizes) {
  Random random(run.seed);
  const Formula f = random_formula(random, sizes);
  std::vector<std::vector<int>> literals_of(sizes.variables);
  for (std::size_t l = 0; l < f.variable.size(); ++l)
    literals_of[static_cast<std::size_t>(f.variable[l])].push_back(static_cast<int>(l));
  std::vector<int> first{0}, literal;
  for (const auto& of_one : literals_of) {
    literal.insert(literal.end(), of_one.begin(), of_one.end());
    first.push_back(static_cast<int>(literal.size()));
  }

  Context& c = run.context;
  const DevicePointer device_first = c.upload(first), device_literal = c.upload(literal),
                      variable = c.upload(f.variable), negated = c.upload(f.negated),
                      survey = c.upload(f.survey);
  const DevicePointer calm_positive = c.allocate(sizes.variables * sizeof(float)),
                      calm_negated = c.allocate(sizes.variables * sizeof(float));
  const auto clauses = static_cast<std::uint32_t>(f.variable.size() / 3);
  for (std::uint32_t round = 0; round < sizes.rounds; ++round) {
    run.module.function("survey_variables")
        .launch({.grid = {blocks_for(sizes.variables, cta)}, .cta = {cta}}, device_first, device_literal,
                negated, survey, calm_positive, calm_negated, static_cast<std::int32_t>(sizes.variables));
    run.module.function("survey_clauses")
        .launch({.grid = {blocks_for(clauses, cta)}, .cta = {cta}}, variable, negated, calm_positive,
                calm_negated, survey, static_cast<std::int32_t>(clauses));
  }
  WorkloadResult result;
  result.compare<float>("survey", propagated(f, sizes), c.download<float>(survey, f.survey.size()));
  return result;
}

const Registration<Workload> registration{make_workload<SurveyPropagationSizes>(
    {.name = "survey_propagation",
     .description = "rounds of survey propagation on a random 3-SAT formula",
     .stands_for = "Vijaykumar2015 sp (Lonestar)",
     .values = "surveys in [0, 1), many near or at 0; indices without order",
     .character = "memory bound with gathers, divisions; divergence by the literals of a variable",
     .small = {"variables=120", "rounds=2"},
     .paper = {{"variables=10000", "percent=420"}, "LonestarGPU 2.0, sp: random-42000-10000-3.cnf"}},
    run)};

}  // namespace
}  // namespace heddle::survey_propagation
