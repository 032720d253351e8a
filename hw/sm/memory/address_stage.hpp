// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/launch/launch.hpp"
#include "hw/sm/memory/coalescer.hpp"
#include "hw/sm/memory/load_store_statistics.hpp"
#include "hw/sm/shared_memory/shared_memory.hpp"
#include "hw/sm/types/lane_fragments.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "hw/sm/warps/warp_table.hpp"

namespace heddle {

/// The first station of the load/store unit: the address of each lane and the memory that it lies in. Shared
/// memory is accessed at once; everything else goes to the coalescer.
class AddressStage {
 public:
  struct Neighbours {
    WarpTable& warps;
    SharedMemory& shared;
    Coalescer& coalescer;
    FragmentPool& fragments;
    LoadStoreStatistics& stats;
  };
  AddressStage(const LoadStoreConfig& config, unsigned sm, const Neighbours& n)
      : config_(config), sm_(sm), n_(n) {}

  void begin(const Launch& launch) { launch_ = &launch; }
  /// Returns the cycle of its last pass over shared memory; `now` when it has none. `f.ready` is the cycle
  /// from which on what is known already may be written. Throws Error for an access that is not allowed, with
  /// line, warp and lane.
  Cycle start(InFlight& f, Cycle now);
  /// The second half of an asynchronous copy, whose data is written to shared memory, or of an arrival that
  /// has waited for copies. Returns the passes over shared memory, one at least.
  unsigned finish_copy(InFlight& f);

 private:
  struct Spaces {
    LaneMask shared = 0, local = 0;  ///< lanes; the others access global memory
  };
  Spaces find_spaces(InFlight& f, unsigned bytes) const;
  Cycle start_data(InFlight& f, Cycle now);
  unsigned access_shared(InFlight& f, LaneMask lanes);
  void start_copy(InFlight& f);
  void check_arrival(const InFlight& f, LaneMask in_shared) const;
  void start_global(InFlight& f, LaneMask lanes, unsigned bytes);
  void start_constant(InFlight& f);
  void start_local(InFlight& f, LaneMask lanes);
  void start_texture(InFlight& f, Cycle now);

  const LoadStoreConfig config_;
  const unsigned sm_;
  const Neighbours n_;
  const Launch* launch_ = nullptr;
};

}  // namespace heddle
