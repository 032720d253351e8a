// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw/sim/block_maker.hpp"
#include "tb/cosim/watch/pin_watch.hpp"

namespace heddle {

/// The coverage and activity of all instances of a block.
struct BlockReached {
  unsigned instances = 0;
  std::vector<ChannelActivity> activity{};
  std::vector<Coverage::Point> points{};

  /// Adds those of other instances, runs or parameters of the block: a point is reached when any of them
  /// reached it.
  void add(const std::vector<ChannelActivity>& activity, const std::vector<Coverage::Point>& points);
};
using ReachedByBlock = std::map<std::string, BlockReached>;

/// Puts the coverage of its co-simulation on the pins of each block of a platform that is made with it. It
/// must outlive the platform.
class SystemCoverage final : public BlockWatcher {
 public:
  /// Throws Error for a block that has no co-simulation.
  void watch(std::string_view block, Block& made, const ConfigTree& config) override;
  ReachedByBlock reached() const;

 private:
  struct Instance {
    std::string block;
    std::unique_ptr<PinWatch> watch;
  };
  std::vector<Instance> instances_;
};

}  // namespace heddle
