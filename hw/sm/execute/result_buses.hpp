// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/execute/execute_station.hpp"
#include "hw/sm/memory/load_store_unit.hpp"
#include "hw/sm/registers/write_back.hpp"

namespace heddle {

/// The buses from the pipelines and the load/store unit to the write-back: each of these may send one
/// register a cycle. The source that was served last is asked last in the next cycle.
class ResultBuses {
 public:
  ResultBuses(WarpTable& warps, ExecuteStation& execute, LoadStoreUnit& load_store, WriteBack& write_back,
              StatGroup& stats)
      : warps_(warps),
        execute_(execute),
        load_store_(load_store),
        write_back_(write_back),
        stalls_(stats.counter("result_bus_stalls", "result cycles", "results that waited for a result bus")) {
  }

  void tick(Cycle now);

 private:
  bool take(unsigned source);
  bool take(ExecutionPipelines& pipelines, unsigned pipeline);

  WarpTable& warps_;
  ExecuteStation& execute_;
  LoadStoreUnit& load_store_;
  WriteBack& write_back_;
  unsigned first_ = 0;  ///< source that is asked first
  Counter& stalls_;
};

}  // namespace heddle
