// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/hooks/sm_technique.hpp"
#include "hw/sm/types/in_flight.hpp"
#include "hw/sm/warp_scheduler/warp_scheduler.hpp"

namespace heddle {

/// A warp of an SM that does not end while memory may refuse an access of the SM, so that the assist warp
/// that restores its line has a parent. While other warps have instructions left, it is one of these.
class StandbyParent {
 public:
  void attach(const SmStations& stations) {
    warps_ = &stations.warps;
    load_store_ = &stations.load_store;
  }
  /// At the begin of each cycle in which the SM is awake.
  void keep();
  /// Will it do something in the next one?
  bool changes() const;
  /// Its bit; 0: there is none.
  WarpMask mask() const { return mask_; }

 private:
  bool all_done() const;

  WarpTable* warps_ = nullptr;
  const LoadStoreUnit* load_store_ = nullptr;
  WarpMask mask_ = 0;
};

}  // namespace heddle
