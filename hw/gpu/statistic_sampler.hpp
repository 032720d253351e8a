// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hw/sim/clock_domain.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// What is sampled, by its path in the tree of statistics, and at which core cycles: 0, and each multiple of
/// `every`, which is positive, up to `until`.
struct SampleRequest {
  std::vector<std::string> statistics{};
  Cycle every = 1000, until = never;
};

/// Records the values of statistics over time. It changes nothing in the run.
class StatisticSampler final : public Clocked {
 public:
  /// Takes the sample of cycle 0. `stats` holds all statistics that are sampled, and must outlive this;
  /// `settle` brings it up to the present cycle. Throws Error with the nearest path for a statistic that it
  /// does not have.
  StatisticSampler(const StatGroup& stats, const SampleRequest& request, std::function<void()> settle);

  Cycle tick(Cycle now) override;
  /// A header, then one row per sample: the core cycle, counted as in the timeline, and the values of the
  /// statistics after that cycle's edge. Whether an edge of another clock domain at the same instant is
  /// included is not specified. A statistic without a value is an empty field.
  const std::string& csv() const { return csv_; }

 private:
  void sample(Cycle now);

  const Cycle every_, until_;
  const std::function<void()> settle_;
  std::vector<const Statistic*> statistics_;
  std::string csv_ = "cycle";
};

}  // namespace heddle
