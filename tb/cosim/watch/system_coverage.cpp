// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/watch/system_coverage.hpp"

#include <algorithm>

#include "tb/cosim/bench/cosim_entry.hpp"

namespace heddle {

void BlockReached::add(const std::vector<ChannelActivity>& more_activity,
                       const std::vector<Coverage::Point>& more_points) {
  for (const ChannelActivity& a : more_activity) {
    const auto it = std::find_if(activity.begin(), activity.end(),
                                 [&](const ChannelActivity& b) { return b.channel == a.channel; });
    if (it == activity.end())
      activity.push_back(a);
    else
      it->payloads += a.payloads;
  }
  for (const Coverage::Point& p : more_points) {
    const auto it = std::find_if(points.begin(), points.end(),
                                 [&](const Coverage::Point& q) { return q.name == p.name; });
    if (it == points.end())
      points.push_back(p);
    else
      it->hits += p.hits;
  }
}

void SystemCoverage::watch(std::string_view block, Block& made, const ConfigTree& config) {
  const CosimEntry& entry = Registry<CosimEntry>::instance().find(block);
  instances_.push_back({entry.name, std::make_unique<PinWatch>(sc_core::sc_gen_unique_name("pin_watch"), made,
                                                               entry.make_coverage(config))});
}

ReachedByBlock SystemCoverage::reached() const {
  ReachedByBlock all;
  for (const Instance& i : instances_) {
    BlockReached& block = all[i.block];
    ++block.instances;
    const auto& points = i.watch->coverage().all();
    block.add(i.watch->activity(), {points.begin(), points.end()});
  }
  return all;
}

}  // namespace heddle
