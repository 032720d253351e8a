// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/statistic_sampler.hpp"

#include <fmt/format.h>

namespace heddle {

StatisticSampler::StatisticSampler(const StatGroup& stats, const SampleRequest& request,
                                   std::function<void()> settle)
    : every_(request.every), until_(request.until), settle_(std::move(settle)) {
  for (const std::string& path : request.statistics) {
    statistics_.push_back(&stats.find(path));
    csv_ += "," + path;
  }
  csv_ += "\n";
  sample(0);
}

void StatisticSampler::sample(Cycle now) {
  csv_ += fmt::format("{}", now);
  for (const Statistic* statistic : statistics_) csv_ += "," + csv_field(statistic->value());
  csv_ += "\n";
}

Cycle StatisticSampler::tick(Cycle now) {
  if (now > until_) return never;
  if (now % every_ == 0) {
    settle_();
    sample(now);
  }
  const Cycle step = every_ - now % every_;
  return until_ - now < step ? never : now + step;
}

}  // namespace heddle
