// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>

#include "hw/warp_approximation/closed_loop_config.hpp"
#include "models/base/parameter.hpp"
#include "models/warp_approximation/approximation_plan.hpp"
#include "models/warp_approximation/functional/approximating_device.hpp"
#include "models/warp_approximation/representative_lane.hpp"

namespace heddle {

struct WarpApproximationConfig {
  unsigned level = 0;
  bool override_levels = false;
  std::string regions = "marked";
  std::string exclude = "addresses+branches";
  std::string representative = "lowest";
  bool approximate = true;
  bool exact_scalars = true;
  bool scalar_execution = true;
  bool keep_unwritten = true;
  bool single_bit = false;
  bool scalar_file = false;
  unsigned comparators = 2;
  unsigned comparison_stages = 2;
  ClosedLoopConfig closed_loop{};

  static constexpr auto parameters() {
    using C = WarpApproximationConfig;
    return std::tuple{
        parameter(&C::level, "level", "bits", 0u, most_similarity, "Wong2016 section 4.1.1",
                  "d where no mark gives one: similar values may differ in their d lowest bits"),
        parameter(&C::override_levels, "override_levels", "Wong2016 Table 1, which varies d",
                  "use `level` everywhere, whatever marks say"),
        parameter(&C::regions, "regions", "Wong2016 section 4.1",
                  "what may be approximated. marked: the regions that the program marks. kernel: all of it "
                  "(all of each kernel is one region)"),
        parameter(
            &C::exclude, "exclude", "Wong2016 section 4.1.2",
            "what stays exact in regions: what `addresses`, or `addresses+branches`, depend on; `nothing` "
            "at a level of 0 only"),
        parameter(&C::approximate, "approximate", "Wong2016 Fig. 7a",
                  "false: find and count what is similar, and execute everything as the program says"),
        parameter(
            &C::representative, "representative", "Wong2016 section 3.1.2",
            "which active lane represents a warp: lowest, highest, middle or random (not with --check)"),
        parameter(&C::exact_scalars, "exact_scalars", "modelling choice; see hw/warp_approximation",
                  "store equal values as scalars also where results must stay exact"),
        parameter(
            &C::scalar_execution, "scalar_execution", "modelling choice; see hw/warp_approximation",
            "one lane executes an instruction that stays exact, too, where all its source registers are "
            "known to be equal in all lanes, which gives the same bits"),
        parameter(&C::keep_unwritten, "keep_unwritten", "modelling choice; see hw/warp_approximation",
                  "a scalar that neither path of a split has written stays one at the join; false: a join "
                  "expands all scalars, as in Wong2016 section 3.1.3"),
        parameter(
            &C::single_bit, "single_bit", "Wong2016 section 3.1.3",
            "one SimilarBit of a register for both paths of a split, as in the paper; false: a bit each"),
        parameter(&C::scalar_file, "scalar_file", "Wong2016 section 5.8",
                  "scalars of whole warps lie in a register file of their own, of 32 bits a register"),
        parameter(&C::comparators, "comparators", "blocks", 1u, 4u, "modelling choice: one a result bus",
                  "results that are compared in a cycle"),
        parameter(&C::comparison_stages, "comparison_stages", "stages", 1u, 2u,
                  "Wong2016 section 3.1.1: two in the worst case", "of the comparison of a result"),
        section(&C::closed_loop, "closed_loop", "move d so that an error is held")};
  }
  /// Each throws Error for a name that is none of the legal ones.
  ApproximationOptions options() const;
  RepresentativePolicy policy() const;
  /// No result differs from what the program says. Marks may give levels of their own.
  bool exact_everywhere() const {
    return !approximate || (!closed_loop.enabled && level == 0 && (override_levels || regions == "kernel"));
  }
  /// The same for the functional model.
  approximate::Marks model_marks(const ptx::Kernel& kernel) const;
  approximate::Parameters model_parameters() const;
  void validate() const;
};

}  // namespace heddle
