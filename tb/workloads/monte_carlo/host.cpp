// SPDX-License-Identifier: Apache-2.0
// Swaptions in the LIBOR market model, by Monte Carlo. The reference evolves paths in double precision;
// single precision and the approximate exp and division of the kernel have errors of about 1e-6 a step, over
// about 20 steps and in pay-offs of up to 100.
#include <cmath>
#include <numbers>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::monte_carlo {
namespace {

constexpr std::uint32_t cta = 64;
constexpr double interval = 0.25;
constexpr float first_rate = 0.05f;

enum class Values : std::uint8_t { constants, paths };
constexpr auto names_of(Values) {
  return std::array{Named{Values::constants, "constants"}, Named{Values::paths, "paths"}};
}

struct MonteCarloSizes {
  std::uint32_t paths = 4096, steps = 16, rates = 32;
  Values values = Values::constants;
  static constexpr auto parameters() {
    using S = MonteCarloSizes;
    return std::tuple{
        parameter(&S::paths, "paths", "paths", 1, 1'000'000, "64 CTAs of 64 threads: Jeon2015 Table 1",
                  "Paths"),
        parameter(&S::steps, "steps", "time steps", 1, 40, "4 years of quarters", "Time steps"),
        parameter(&S::rates, "rates", "rates", 3, 80, "options end within 4 years more",
                  "Forward rates of a path; those beyond `steps` pay"),
        parameter(&S::values, "values", "libor of GPGPU-Sim's suite (ISPASS 2009)",
                  "constants: each path has the same shocks (0.3) and volatilities (0.2); paths: "
                  "normal shocks, volatilities 0.2 .. 0.219")};
  }
};

struct Market {
  std::vector<float> volatility, strike;
  std::vector<std::int32_t> maturity;
};

/// Returns the maturities and strikes of LIB that end with the rates, else one over all of them; its 15
/// swaptions have these five maturities, each three times.
Market market_of_constants(const MonteCarloSizes& s) {
  Market m{std::vector<float>(80, 0.2f), {}, {}};
  const auto beyond = static_cast<std::int32_t>(s.rates - s.steps);
  for (const std::int32_t end : {4, 8, 20, 28, 40})
    if (end <= beyond) m.maturity.push_back(end);
  if (m.maturity.empty()) m.maturity.push_back(beyond);
  for (std::size_t i = 0; i < m.maturity.size(); ++i)
    m.strike.push_back(0.045f + 0.005f * static_cast<float>(i % 3));
  return m;
}

/// Returns up to eight swaptions, the k-th over the first 2 k rates beyond the last step.
Market market_of(const MonteCarloSizes& s) {
  if (s.values == Values::constants) return market_of_constants(s);
  Market m;
  for (std::uint32_t i = 0; i < 80; ++i) m.volatility.push_back(0.2f + 0.001f * static_cast<float>(i % 20));
  for (std::int32_t i = 0; i < 8; ++i) {
    const std::int32_t end = 2 * (i + 1);
    if (end > static_cast<std::int32_t>(s.rates) - static_cast<std::int32_t>(s.steps)) break;
    m.maturity.push_back(end);
    m.strike.push_back(0.015f + 0.006f * static_cast<float>(i));
  }
  return m;
}

std::vector<float> normal_numbers(Random& random, std::size_t count) {
  std::vector<float> all(count);
  for (float& z : all) {
    const double radius = std::sqrt(-2 * std::log(1.0 - uniform(random, 0.0f, 1.0f)));
    z = static_cast<float>(radius * std::cos(2 * std::numbers::pi * uniform(random, 0.0f, 1.0f)));
  }
  return all;
}

double value_of(const std::vector<float>& normals, std::size_t path, const MonteCarloSizes& s,
                const Market& m) {
  std::vector<double> rate(s.rates, first_rate);
  for (std::size_t step = 0; step < s.steps; ++step) {
    std::vector<double> old = rate;
    double drift = 0;
    for (std::size_t i = step + 1; i < s.rates; ++i) {
      const double sigma = m.volatility[i - step - 1];
      drift += interval * sigma * old[i] / (1 + interval * old[i]);
      const double shock = std::sqrt(interval) * normals[step * s.paths + path];
      rate[i] = old[i] * std::exp(sigma * (interval * drift + shock - interval * sigma / 2));
    }
  }
  double discount = 1, sum = 0;
  for (std::size_t i = 0; i < s.steps; ++i) discount /= 1 + interval * rate[i];
  for (std::size_t k = 0; k < m.maturity.size(); ++k) {
    double bond = 1, swap = 0;
    for (std::int32_t i = 0; i < m.maturity[k]; ++i) {
      bond /= 1 + interval * rate[s.steps + i];
      swap += interval * bond;
    }
    sum += 100 * std::max(0.0, 1 - bond - m.strike[k] * swap);
  }
  return discount * sum;
}

WorkloadResult run(const WorkloadRun& run, const MonteCarloSizes& s) {
  if (s.rates < s.steps + 2)
    throw Error({.place = "command line",
                 .what = "monte_carlo needs rates beyond the last step for its options",
                 .value = fmt::format("steps={}, rates={}", s.steps, s.rates),
                 .legal = "rates >= steps + 2"});
  Random random(run.seed);
  const std::size_t count = std::size_t{s.steps} * s.paths;
  const auto normals =
      s.values == Values::constants ? std::vector<float>(count, 0.3f) : normal_numbers(random, count);
  const Market market = market_of(s);
  const auto set = [&](const char* name, const auto& values) {
    run.context.copy_to_device(run.module.variable(name).address, std::as_bytes(std::span(values)));
  };
  set("volatility", market.volatility);
  set("maturity", market.maturity);
  set("strike", market.strike);
  const DevicePointer device_normals = run.context.upload(normals),
                      value = run.context.allocate(s.paths * sizeof(float));
  run.module.function("libor").launch({.grid = {blocks_for(s.paths, cta)}, .cta = {cta}}, device_normals,
                                      value, first_rate, static_cast<std::int32_t>(s.paths),
                                      static_cast<std::int32_t>(s.steps), static_cast<std::int32_t>(s.rates),
                                      static_cast<std::int32_t>(market.maturity.size()));

  std::vector<float> expected;
  for (std::size_t path = 0; path < s.paths; ++path)
    expected.push_back(static_cast<float>(value_of(normals, path, s, market)));
  WorkloadResult result;
  result.compare<float>("value", expected, run.context.download<float>(value, s.paths), 2e-3);
  return result;
}

const Registration<Workload> registration{make_workload<MonteCarloSizes>(
    {.name = "monte_carlo",
     .description = "swaptions in the LIBOR market model, one path a thread, rates in local memory",
     .stands_for = "Lal2017 libor, Lee2015 LIB, Jeon2015 LIB (GPGPU-Sim's suite)",
     .values =
         "constants, as LIB has them: rates 0.05, volatilities 0.2, shocks 0.3, so that all paths are one; "
         "values=paths: normal shocks, by which the rates spread",
     .character = "compute bound (exp, division) with local memory traffic, no divergence",
     .small = {"paths=80", "steps=6", "rates=14"},
     .paper = {{"paths=4096", "steps=40", "rates=80"}, "GPGPU-Sim's suite (ISPASS 2009), LIB: no arguments"}},
    run)};

}  // namespace
}  // namespace heddle::monte_carlo
