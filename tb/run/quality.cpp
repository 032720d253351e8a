// SPDX-License-Identifier: Apache-2.0
#include "tb/run/quality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "models/base/error.hpp"

namespace heddle {
namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

double relative(double exact, double got) {
  if (same(exact, got)) return 0;
  const double error = std::abs(got - exact) / std::abs(exact);
  return std::isfinite(error) ? error : 1;
}

double root_mean_square(std::span<const double> exact, std::span<const double> got) {
  double squares = 0;
  for (std::size_t k = 0; k < exact.size(); ++k)
    if (const double d = same(exact[k], got[k]) ? 0 : got[k] - exact[k]; std::isfinite(d)) squares += d * d;
  return std::sqrt(squares / static_cast<double>(exact.size()));
}

/// Returns the difference of the greatest and the least value; 0 when all are equal.
double range_of(std::span<const double> values) {
  double least = INFINITY, most = -INFINITY;
  for (const double v : values)
    if (std::isfinite(v)) least = std::min(least, v), most = std::max(most, v);
  return most > least ? most - least : 0;
}

/// What depends on how large the exact values are.
void add_sums(Quality& q, std::span<const double> exact, std::span<const double> got) {
  double greatest = 0, errors = 0, values = 0;
  for (const double v : exact)
    if (std::isfinite(v)) greatest = std::max(greatest, std::abs(v));
  for (std::size_t k = 0; k < exact.size(); ++k) {
    if (std::abs(exact[k]) < Quality::near_zero_share * greatest)
      ++q.near_zero;
    else
      q.relative_error_left += relative(exact[k], got[k]);
    if (!std::isfinite(exact[k])) continue;
    values += std::abs(exact[k]);
    errors += std::isfinite(got[k]) ? std::abs(got[k] - exact[k]) : std::abs(exact[k]);
  }
  if (q.near_zero < exact.size()) q.relative_error_left /= static_cast<double>(exact.size() - q.near_zero);
  q.l1 = values > 0 ? errors / values : 0;
}

}  // namespace

double Quality::error(ErrorMeasure measure) const {
  switch (measure) {
    case ErrorMeasure::relative:
      return relative_error;
    case ErrorMeasure::picture:
      return rms;
    case ErrorMeasure::differing:
      return differing_share();
  }
  return 0;
}

Quality quality_of(const WorkloadResult& exact_result, const WorkloadResult& got_result) {
  std::span<const double> exact = exact_result.output, got = got_result.output;
  if (exact.size() != got.size())
    throw Error({.what = "the approximated run has another number of results than the exact one",
                 .value = fmt::format("{}", got.size()),
                 .legal = fmt::format("{}", exact.size())});
  Quality q{.elements = exact.size()};
  if (exact.empty()) return q;
  for (std::size_t k = 0; k < exact.size(); ++k) {
    q.differing += !same(exact[k], got[k]);
    q.relative_error += relative(exact[k], got[k]);
  }
  q.relative_error /= static_cast<double>(exact.size());
  add_sums(q, exact, got);
  double range = range_of(exact);
  if (const OutputPicture& p = exact_result.picture; p.elements() != 0) {
    exact = exact.subspan(p.first, p.elements());
    got = got.subspan(p.first, p.elements());
    range = 255;
  }
  if (range > 0) q.rms = root_mean_square(exact, got) / range;
  return q;
}

void add_quality(StatGroup& stats, const Quality& quality, ErrorMeasure measure) {
  StatGroup& group = stats.group("quality");
  group.counter("elements", "elements", "of the output that were compared with an exact run") +=
      quality.elements;
  group.counter("differing", "elements", "of these, that differ") += quality.differing;
  group.formula("relative_error", "", "average relative error (Wong2016 Table 1)",
                [value = quality.relative_error] { return value; });
  group.formula("relative_error_left", "",
                "the same without the elements below a thousandth of the greatest, `near_zero`",
                [value = quality.relative_error_left] { return value; });
  group.counter("near_zero", "elements", "of all, below a thousandth of the greatest") += quality.near_zero;
  group.formula("l1", "", "sum of the errors over the sum of the exact values, both absolute",
                [value = quality.l1] { return value; });
  group.formula("rms", "", "root mean square error, of the range of the exact output (Wong2016 Table 1)",
                [value = quality.rms] { return value; });
  group.formula("differing_share", "", "share of the elements that differ (Wong2016 Table 1)",
                [value = quality.differing_share()] { return value; });
  group.formula("error", "", "that of these by which the workload is measured",
                [value = quality.error(measure)] { return value; });
}

std::string text_of(const Quality& q) {
  if (q.elements == 0) return "no output is compared";
  return fmt::format(
      "average relative error {:.4g} %, RMS error {:.4g} % of the range, {:.4g} % of {} differ",
      100 * q.relative_error, 100 * q.rms, 100 * q.differing_share(), q.elements);
}

std::string name_of(ErrorMeasure measure) {
  switch (measure) {
    case ErrorMeasure::relative:
      return "average relative error";
    case ErrorMeasure::picture:
      return "RMS error of the picture";
    case ErrorMeasure::differing:
      return "share of elements that differ";
  }
  return "";
}

}  // namespace heddle
