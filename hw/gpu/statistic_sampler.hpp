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

/// Takes the values of statistics over time. It only looks: with it, a run is the same run.
class StatisticSampler final : public Clocked {
 public:
  /// Takes the sample of cycle 0. `stats` has all that is sampled, and outlives this; `settle` brings it up
  /// to the present cycle. Throws Error with the nearest path for a statistic that it does not have.
  StatisticSampler(const StatGroup& stats, const SampleRequest& request, std::function<void()> settle);

  Cycle tick(Cycle now) override;
  /// Header and a row a sample: the core cycle, as the timeline counts them, then what the statistics have
  /// come to by then, that cycle's edge included. Of an edge of another domain at this very instant, it is
  /// left open whether it is in. No value is an empty field.
  const std::string& csv() const { return csv_; }

 private:
  void sample(Cycle now);

  const Cycle every_, until_;
  const std::function<void()> settle_;
  std::vector<const Statistic*> statistics_;
  std::string csv_ = "cycle";
};

}  // namespace heddle
