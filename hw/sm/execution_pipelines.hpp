#pragma once

#include <algorithm>
#include <vector>

#include "hw/sim/clock_domain.hpp"
#include "hw/sm/in_flight.hpp"
#include "hw/sm/sm_config.hpp"
#include "hw/sm/write_back.hpp"
#include "models/base/ring.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// Parallel pipelines of one kind (SP, SFU). An instruction computes on its operands when it is dispatched;
/// its results leave after the latency. A result that finds its register taken holds its pipeline.
class ExecutionPipelines {
 public:
  /// Its results go to the write-back's sources first_source, first_source + 1, ...
  ExecutionPipelines(const PipelineConfig& config, unsigned first_source, StatGroup& stats)
      : config_(config),
        first_source_(first_source),
        pipelines_(config.units),
        dispatched_(
            stats.counter("dispatched", "warp instructions", "instructions that these pipelines executed")) {}

  /// A pipeline that takes an instruction in this cycle, or null.
  bool accepts(Cycle now) const { return find(now) < pipelines_.size(); }

  /// Returns the number of the pipeline that takes it.
  unsigned dispatch(InFlight& f, const ptx::WarpContext& context, Cycle now) {
    const std::size_t k = find(now);
    Pipeline& p = pipelines_[k];
    f.instruction->execute(*f.instruction, context, f.mask, f.operands);
    p.free_at = now + config_.interval;
    p.stages.push({now + config_.latency, &f});
    ++dispatched_;
    ++occupied_;
    return static_cast<unsigned>(k);
  }

  /// Hands finished results to the write-back; `finish(f)` when the last has left.
  template <class Launched, class Finish>
  void complete(Cycle now, WriteBack& write_back, Launched&& launched, Finish&& finish) {
    for (unsigned k = 0; k < pipelines_.size(); ++k) {
      auto& stages = pipelines_[k].stages;
      if (stages.empty() || stages.front().first > now) continue;
      InFlight& f = *stages.front().second;
      if (f.delivered < f.instruction->destination_count && write_back.slot_free(first_source_ + k))
        write_back.put(first_source_ + k, f, launched(f));
      if (f.delivered < f.instruction->destination_count) continue;
      stages.pop();
      --occupied_;
      finish(f);
    }
  }

  bool empty() const { return occupied_ == 0; }
  /// The first cycle at which a result leaves.
  Cycle next() const {
    Cycle first = never;
    for (const Pipeline& p : pipelines_)
      if (!p.stages.empty()) first = std::min(first, p.stages.front().first);
    return first;
  }

 private:
  struct Pipeline {
    Cycle free_at = 0;
    Ring<std::pair<Cycle, InFlight*>> stages;
  };
  std::size_t find(Cycle now) const {
    std::size_t k = 0;
    while (k < pipelines_.size() &&
           (pipelines_[k].free_at > now ||
            (!pipelines_[k].stages.empty() && pipelines_[k].stages.front().first <= now)))
      ++k;
    return k;
  }

  PipelineConfig config_;
  unsigned first_source_;
  std::vector<Pipeline> pipelines_;
  Counter& dispatched_;
  unsigned occupied_ = 0;
};

}  // namespace heddle
