#include "tb/run/quality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/base/error.hpp"

namespace heddle {
namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

double relative(double exact, double got) {
  if (same(exact, got)) return 0;
  const double error = std::abs(got - exact) / std::abs(exact);
  return std::isfinite(error) ? error : 1;
}

}  // namespace

Quality quality_of(std::span<const double> exact, std::span<const double> got) {
  if (exact.size() != got.size())
    throw Error({.what = "the approximated run has another number of results than the exact one",
                 .value = fmt::format("{}", got.size()),
                 .legal = fmt::format("{}", exact.size())});
  Quality q{.elements = exact.size()};
  if (exact.empty()) return q;
  double least = INFINITY, most = -INFINITY, squares = 0;
  for (std::size_t k = 0; k < exact.size(); ++k) {
    if (std::isfinite(exact[k])) least = std::min(least, exact[k]), most = std::max(most, exact[k]);
    q.differing += !same(exact[k], got[k]);
    q.relative_error += relative(exact[k], got[k]);
    const double difference = same(exact[k], got[k]) ? 0 : got[k] - exact[k];
    if (std::isfinite(difference)) squares += difference * difference;
  }
  const auto n = static_cast<double>(exact.size());
  q.relative_error /= n;
  if (most > least) q.rms = std::sqrt(squares / n) / (most - least);
  return q;
}

void add_quality(StatGroup& stats, const Quality& quality) {
  StatGroup& group = stats.group("quality");
  group.counter("elements", "elements", "of the output that were compared with an exact run") +=
      quality.elements;
  group.counter("differing", "elements", "of these, that differ") += quality.differing;
  group.formula("relative_error", "", "average relative error (Wong2016 Table 1)",
                [value = quality.relative_error] { return value; });
  group.formula("rms", "", "root mean square error, of the range of the exact output (Wong2016 Table 1)",
                [value = quality.rms] { return value; });
  group.formula("differing_share", "", "share of the elements that differ (Wong2016 Table 1)",
                [value = quality.differing_share()] { return value; });
}

std::string text_of(const Quality& q) {
  if (q.elements == 0) return "no output is compared";
  return fmt::format(
      "average relative error {:.4g} %, RMS error {:.4g} % of the range, {:.4g} % of {} differ",
      100 * q.relative_error, 100 * q.rms, 100 * q.differing_share(), q.elements);
}

}  // namespace heddle
