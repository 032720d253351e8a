// SPDX-License-Identifier: Apache-2.0
// Option prices. The reference uses erfc in double precision. The tolerance allows for the error of the
// kernel's polynomial, 7.5e-8, and of its approximate exp and log, about 1e-6, in terms of up to 100.
#include <algorithm>
#include <cmath>

#include "tb/workloads/input.hpp"
#include "tb/workloads/workload.hpp"

namespace heddle::black_scholes {
namespace {

constexpr std::uint32_t cta = 128;
constexpr float rate = 0.02f, volatility = 0.30f;

struct BlackScholesSizes {
  std::uint32_t options = 40'000, ctas = 480, distinct = 0;
  static constexpr auto parameters() {
    using S = BlackScholesSizes;
    return std::tuple{
        parameter(&S::options, "options", "options", 1, 16'000'000, "Wong2016 Table 1", "Options"),
        parameter(&S::ctas, "ctas", "CTAs", 1, 65'536, "Jeon2015 Table 1", "CTAs of 128 threads"),
        parameter(&S::distinct, "distinct", "options", 0, 16'000'000, "PARSEC repeats 1,000 options",
                  "of these, one behind the other, again and again; 0: none is repeated")};
  }
};

double normal_distribution(double d) { return 0.5 * std::erfc(-d / std::sqrt(2.0)); }

WorkloadResult run(const WorkloadRun& run, const BlackScholesSizes& s) {
  Random random(run.seed);
  const std::uint32_t distinct = s.distinct == 0 ? s.options : std::min(s.distinct, s.options);
  const auto repeated = [&](float least, float most) {
    std::vector<float> all = uniform_floats(random, distinct, least, most);
    for (std::size_t i = distinct; i < s.options; ++i) all.push_back(all[i - distinct]);
    return all;
  };
  const auto price = repeated(5.0f, 30.0f), strike = repeated(1.0f, 100.0f), years = repeated(0.25f, 10.0f);
  const DevicePointer device_price = run.context.upload(price), device_strike = run.context.upload(strike),
                      device_years = run.context.upload(years);
  const DevicePointer call = run.context.allocate(s.options * sizeof(float)),
                      put = run.context.allocate(s.options * sizeof(float));
  run.module.function("black_scholes")
      .launch({.grid = {s.ctas}, .cta = {cta}}, device_price, device_strike, device_years, call, put, rate,
              volatility, static_cast<std::int32_t>(s.options));

  std::vector<float> calls, puts;
  for (std::size_t i = 0; i < s.options; ++i) {
    const double t = years[i], spread = double{volatility} * std::sqrt(t);
    const double d1 = (std::log(double{price[i]} / strike[i]) + rate * t) / spread + spread / 2;
    const double discounted = strike[i] * std::exp(-double{rate} * t);
    const double n1 = normal_distribution(d1), n2 = normal_distribution(d1 - spread);
    calls.push_back(static_cast<float>(price[i] * n1 - discounted * n2));
    puts.push_back(static_cast<float>(discounted * (1 - n2) - price[i] * (1 - n1)));
  }
  WorkloadResult result;
  result.compare<float>("call", calls, run.context.download<float>(call, s.options), 5e-5);
  result.compare<float>("put", puts, run.context.download<float>(put, s.options), 5e-5);
  return result;
}

const Registration<Workload> registration{make_workload<BlackScholesSizes>(
    {.name = "black_scholes",
     .description = "prices of European options by the Black-Scholes formula",
     .stands_for = "Wong2016 blackscholes, Jeon2015 Blackscholes (CUDA SDK)",
     .values = "prices 5 .. 30, strikes 1 .. 100, times 0.25 .. 10 years, as in the CUDA SDK, all random "
               "floats of few exponents",
     .character = "compute bound (special functions, division), hardly divergent",
     .small = {"options=500", "ctas=3"},
     .paper = {{"options=4000000", "ctas=480"}, "CUDA SDK 4.2, BlackScholes; Wong2016 has 40,000 options"}},
    run)};

}  // namespace
}  // namespace heddle::black_scholes
