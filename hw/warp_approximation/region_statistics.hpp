// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sm/warps/sm_observer.hpp"
#include "hw/warp_approximation/similarity_level.hpp"
#include "hw/warp_approximation/similarity_table.hpp"
#include "models/warp_approximation/approximation_plan.hpp"

namespace heddle {

/// Counts the instructions of approximate regions, and those with value locality or similarity by what the
/// table knows of their register sources when they are issued (Wong2016 figures 5 and 7b).
class RegionStatistics final : public SmObserver {
 public:
  RegionStatistics(const SimilarityTable& table, const SimilarityLevel& level, StatGroup& stats);

  void begin(const ApproximationPlan& plan, const ptx::Kernel& kernel) {
    plan_ = &plan;
    kernel_ = &kernel;
  }
  void issued(unsigned sm, const IssuedInstruction& i, Cycle now) override;

 private:
  const SimilarityTable& table_;
  const SimilarityLevel& level_;
  const ApproximationPlan* plan_ = nullptr;
  const ptx::Kernel* kernel_ = nullptr;
  Counter &instructions_, &scalar_, &similar_;
};

}  // namespace heddle
