// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "models/base/registry.hpp"

namespace heddle {

using WarpMask = std::uint64_t;  ///< bit w: warp slot w of the SM
inline constexpr unsigned no_warp = 64;

/// What a scheduler sees of its warps.
struct WarpStates {
  WarpMask live = 0;      ///< have instructions to come
  WarpMask issuable = 0;  ///< could issue now: no hazard, and room for the instruction
  WarpMask waiting = 0;   ///< for long: for memory, at a barrier or a fence; also those not live
  std::span<const std::uint64_t> age{};  ///< by warp slot; grows with the time of launch
};

/// Chooses among the warps that could issue. A policy is a file that registers itself.
class WarpScheduler {
 public:
  virtual ~WarpScheduler() = default;
  /// The warp that issues, or no_warp. Called in each cycle in which the SM is awake: a call that returns no
  /// warp may change nothing that a second call with the same states would change again.
  virtual unsigned pick(const WarpStates& states) = 0;
  /// The warps that this policy looks at now.
  virtual WarpMask considered() const { return ~WarpMask{0}; }
};

/// What policies may be asked for.
struct WarpSchedulerOptions {
  unsigned active_warps = 6;  ///< size of the active set, where there is one
};

struct WarpSchedulerEntry {
  std::string name;
  std::string description;
  std::function<std::unique_ptr<WarpScheduler>(const WarpSchedulerOptions&)> make;
  static std::string_view kind() { return "warp scheduler"; }
};

}  // namespace heddle
