// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/base/statistics.hpp"

namespace heddle {

/// What the load/store unit of an SM counts.
struct LoadStoreStatistics {
  explicit LoadStoreStatistics(StatGroup& group)
      : shared_accesses(group.counter("shared_accesses", "warp instructions",
                                      "shared memory accesses, atomics included")),
        shared_conflicts(
            group.counter("shared_conflict_cycles", "cycles", "additional passes due to bank conflicts")),
        shared_atomics(group.counter("shared_atomics", "warp instructions", "atomics on shared memory")),
        async_copies(group.counter("async_copies", "warp instructions",
                                   "asynchronous copies from global to shared memory; each is a global load "
                                   "and a shared memory access, too, as far as it reads anything")),
        global_loads(group.counter("global_loads", "warp instructions", "loads from global memory")),
        global_stores(group.counter("global_stores", "warp instructions", "stores to global memory")),
        global_atomics(group.counter("global_atomics", "warp instructions", "atomics on global memory")),
        local_loads(group.counter("local_loads", "warp instructions", "loads from local memory")),
        local_stores(group.counter("local_stores", "warp instructions", "stores to local memory")),
        constant_loads(group.counter("constant_loads", "warp instructions",
                                     "reads of constants and of the kernel's parameters")),
        texture_fetches(group.counter("texture_fetches", "warp instructions", "texture fetches")),
        transactions(group.counter("transactions", "accesses",
                                   "accesses to lines of global and local memory after coalescing")),
        replays(group.counter("replays", "accesses", "of these, all but the first of each instruction")),
        constant_accesses(
            group.counter("constant_accesses", "accesses", "different addresses in the constant bank")),
        texture_accesses(group.counter("texture_accesses", "accesses", "accesses to lines of textures")),
        port_conflicts(group.counter("port_conflict_cycles", "cycles",
                                     "in which an access waited because another one, or an answer of memory, "
                                     "occupied the port of its cache")),
        requested(group.counter("requested_bytes", "bytes",
                                "that lanes read or wrote in global memory, counted for each lane")),
        moved(group.counter(
            "accessed_bytes", "bytes",
            "of the lines that contain them; for L1-bypassing accesses, of the 32-byte sectors")) {
    group.ratio("coalescing_efficiency", "", "requested bytes over accessed bytes", requested, moved);
  }

  Counter &shared_accesses, &shared_conflicts, &shared_atomics, &async_copies, &global_loads, &global_stores,
      &global_atomics, &local_loads, &local_stores, &constant_loads, &texture_fetches, &transactions,
      &replays, &constant_accesses, &texture_accesses, &port_conflicts, &requested, &moved;
};

}  // namespace heddle
