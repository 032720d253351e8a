// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "models/warp_approximation/similarity.hpp"
#include "tb/run/quality.hpp"
#include "tb/run/run.hpp"

namespace heddle {

/// What a level does to a workload, by the functional model of Warp Approximation.
struct LevelError {
  unsigned level = 0;
  double error = 0;                 ///< by the workload's measure
  double representative = 0;        ///< share of the warp instructions that one lane executes for all
  std::uint64_t newly_similar = 0;  ///< warp instructions: see InstructionApproximation::counted
};

/// Of all levels, 0 to 31. The machine computes the same values (tandem execution); it takes far longer. The
/// request's machine has the technique.
std::vector<LevelError> level_errors(const RunRequest& request);

/// What `heddle tune` proposes for a target error (Wong2016 section 5.3). The error need not grow with the
/// level, so that all are looked at.
struct ProposedLevels {
  unsigned largest_within = 0;  ///< the largest level whose error is at most the target
  /// The least level with an error, where none with an error holds the target: of knn and ray the paper takes
  /// this one. Nothing: there is one that does, or no level has an error.
  std::optional<unsigned> least_with_error{};
};
ProposedLevels proposed_levels(const std::vector<LevelError>& levels, double target);

}  // namespace heddle
