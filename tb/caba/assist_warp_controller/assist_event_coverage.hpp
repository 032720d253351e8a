// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tb/caba/assist_warp_controller/seen_assist_warps.hpp"

namespace heddle {

/// Which rows are loaded, which events come, and what becomes of them.
class AssistEventCoverage {
 public:
  AssistEventCoverage(Coverage& coverage, const AssistWarpControllerConfig& config);

  /// What the edge before has decided; `seen` is before that.
  void decided(const AssistAnswer& answer, const SeenAssistWarps& seen);
  /// What comes to this edge; `seen` is before that.
  void come(const AssistInputs& in, const SeenAssistWarps& seen);
  void reset(bool answers, const SeenAssistWarps& seen);

 private:
  using Points = std::vector<std::uint64_t*>;
  void see_refused(const AssistInputs& in, const TriggerRow& row, const SeenAssistWarps& seen);
  void see_others(const AssistInputs& in, const TriggerRow& row, const SeenAssistWarps& seen);

  const unsigned entries_;
  std::optional<unsigned> loaded_, released_;      ///< at the edge before: a row, an entry
  std::array<bool, assist_events> was_enabled_{};  ///< before a reset, and not loaded since

  Points load_, trigger_, accepted_, subroutine_, high_parent_, low_parent_, window_, last_bit_, lane_,
      no_lane_;
  std::uint64_t &not_enabled_, &full_, &full_released_, &same_released_, &of_load_, &behind_load_,
      &behind_release_, &one_instruction_, &most_instructions_, &reset_answer_, &reset_enabled_;
  std::uint64_t *same_ = nullptr, *other_window_ = nullptr, *other_parent_ = nullptr, *not_lowest_ = nullptr;
};

}  // namespace heddle
