// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tb/caba/assist_warp_controller/seen_assist_warps.hpp"

namespace heddle {

/// Which instructions are fetched, issued and redirected, and which assist warps end.
class AssistFlowCoverage {
 public:
  AssistFlowCoverage(Coverage& coverage, const AssistWarpControllerConfig& config);

  /// What the edge before has decided; `seen` is before that.
  void decided(const AssistFetch& fetch, const SeenAssistWarps& seen);
  /// What comes to this edge; `seen` is before that.
  void come(const AssistInputs& in, const SeenAssistWarps& seen, const AssistState& state);
  void reset(bool fetches, const SeenAssistWarps& seen);

 private:
  using Points = std::vector<std::uint64_t*>;
  void see_state(const SeenAssistWarps& seen);
  void see_beside_fetch(const AssistInputs& in, const SeenAssistWarps& seen, bool throttled);
  void see_issued(const AssistInputs& in, unsigned e, const SeenAssistWarps& seen);
  void see_redirect(const AssistInputs& in, const SeenAssistWarps& seen);
  void see_release(const AssistInputs& in, const SeenAssistWarps& seen);

  const unsigned entries_;
  unsigned begins_ = 0;  ///< the entry that an event at this edge takes; entries_: none

  Points fetched_, issued_, redirected_, released_, distance_, carry_, high_staged_, low_staged_;
  std::uint64_t &quiet_, &all_live_, &last_, &kept_by_redirect_, &kept_by_release_, &issue_of_none_,
      &issue_and_redirect_, &issue_and_release_, &back_, &forward_, &to_last_, &behind_last_, &revived_,
      &both_, &redirect_of_nobody_, &redirect_of_new_, &release_of_nobody_, &release_of_new_,
      &released_staged_, &killed_, &reset_live_, &reset_fetch_;
  std::uint64_t *beyond_ = nullptr, *issue_beside_fetch_ = nullptr, *many_issued_ = nullptr,
                *still_blocked_ = nullptr, *low_beside_high_ = nullptr, *low_slots_of_several_ = nullptr,
                *reset_turned_ = nullptr;
};

}  // namespace heddle
