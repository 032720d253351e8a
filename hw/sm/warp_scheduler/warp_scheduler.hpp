#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "models/base/registry.hpp"

namespace heddle {

using WarpMask = std::uint64_t;  ///< bit w: warp slot w of the SM

/// Chooses among the warps that could issue. A policy is a file that registers itself.
class WarpScheduler {
 public:
  virtual ~WarpScheduler() = default;
  /// A warp of `ready` (not zero). `age[w]` grows with the time of launch.
  virtual unsigned pick(WarpMask ready, std::span<const std::uint64_t> age) = 0;
};

struct WarpSchedulerEntry {
  std::string name;
  std::string description;
  std::function<std::unique_ptr<WarpScheduler>()> make;
  static std::string_view kind() { return "warp scheduler"; }
};

}  // namespace heddle
