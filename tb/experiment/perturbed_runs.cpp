// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/perturbed_runs.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace heddle {
namespace {

constexpr unsigned most_start_delay = 3;  ///< cycles

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return sum / static_cast<double>(values.size());
}

/// A latency that is `change` longer, or where it cannot be shorter two cycles longer.
unsigned moved(unsigned latency, int change) {
  return change < 0 && latency == 0 ? 2 : latency + static_cast<unsigned>(change);
}

/// Sets each number of the first run to its mean over all, and its spread.
class Merging {
 public:
  Merging(unsigned runs, const std::vector<unsigned>& runs_of) : runs_(runs), runs_of_(runs_of) {}

  /// `number(k)`: of run k, of so many.
  template <class Number>
  void merge(unsigned runs, double& mean, double* spread, Number&& number) {
    std::vector<double> values(runs);
    for (unsigned k = 0; k < runs; ++k) values[k] = number(k);
    mean = mean_of(values);
    if (spread != nullptr) *spread = half_interval(values);
  }
  /// `column(k)`: the same of run k.
  template <class Column>
  void merge(TableColumn& to, Column&& column) {
    to.spread.resize(to.values.size());
    for (std::size_t i = 0; i < to.values.size(); ++i)
      merge(runs_of_[i], to.values[i], &to.spread[i], [&](std::size_t k) { return column(k).values[i]; });
    merge(runs_, to.mean, &to.mean_spread, [&](std::size_t k) { return column(k).mean; });
    for (std::size_t i = 0; i < to.at.size(); ++i)
      merge(runs_of_[i], to.at[i], nullptr, [&](std::size_t k) { return column(k).at[i]; });
  }

 private:
  unsigned runs_;
  const std::vector<unsigned>& runs_of_;
};

}  // namespace

std::vector<std::string> perturbation(unsigned k, const GpuConfig& gpu) {
  constexpr std::array<std::pair<int, int>, most_perturbed_runs> changes{
      {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, 1}, {-1, 1}, {1, -1}}};
  const auto [rop, controller] = changes.at(k);
  std::vector<std::string> sets;
  if (rop != 0) sets.push_back(fmt::format("l2.rop_latency={}", moved(gpu.l2.rop_latency, rop)));
  if (controller != 0)
    sets.push_back(fmt::format("dram.controller.latency={}", moved(gpu.dram.controller.latency, controller)));
  if (k != 0) {
    sets.push_back(fmt::format("sm.cta_start_delay={}", most_start_delay));
    sets.push_back(fmt::format("sm.cta_start_seed={}", k));
  }
  return sets;
}

double half_interval(std::span<const double> values) {
  // Quantiles of 97.5 % for 1 to 8 degrees of freedom.
  constexpr std::array<double, most_perturbed_runs - 1> t{12.706, 4.303, 3.182, 2.776,
                                                          2.571,  2.447, 2.365, 2.306};
  const std::size_t n = values.size();
  if (n < 2) return std::numeric_limits<double>::quiet_NaN();
  const double mean = mean_of(values);
  double squares = 0;
  for (const double v : values) squares += (v - mean) * (v - mean);
  const auto count = static_cast<double>(n);
  return t.at(n - 2) * std::sqrt(squares / (count - 1) / count);
}

ExperimentTable merged(std::vector<ExperimentTable> runs, const std::vector<unsigned>& runs_of) {
  if (runs.size() < 2) return std::move(runs.front());
  ExperimentTable all = runs.front();
  const auto count = static_cast<unsigned>(runs.size());
  Merging merging(count, runs_of);
  for (std::size_t c = 0; c < all.series.size(); ++c)
    merging.merge(all.series[c], [&](std::size_t k) -> const TableColumn& { return runs[k].series[c]; });
  for (std::size_t c = 0; c < all.compare.size(); ++c) {
    ComparedColumn& to = all.compare[c];
    merging.merge(to.column, [&](std::size_t k) -> const TableColumn& { return runs[k].compare[c].column; });
    for (std::size_t i = 0; i < to.told.size(); ++i)
      merging.merge(count, to.told[i], nullptr, [&](std::size_t k) { return runs[k].compare[c].told[i]; });
    for (auto& [group, mean] : to.group_means)
      merging.merge(count, mean, nullptr,
                    [&](std::size_t k) { return runs[k].compare[c].group_means.at(group); });
  }
  return all;
}

}  // namespace heddle
