// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "tb/fuzz/run/draw_case.hpp"
#include "tb/fuzz/run/shrink.hpp"

namespace heddle {

/// The options of `heddle fuzz`.
struct CampaignOptions {
  std::uint64_t seed = 1;
  std::uint64_t kernels = 0;  ///< 0: as many as `seconds` allow
  double seconds = 0;         ///< 0: no limit
  std::uint64_t first = 0;    ///< number of the first kernel
  unsigned jobs = 1;
  bool compiled = false;  ///< kernels are written as C++, and clang makes their PTX
  unsigned failures = 1;  ///< stop after so many
  std::filesystem::path out = "results/fuzz";
  bool resume = false;        ///< continue after the last kernel of the seed in the log
  unsigned cpu_seconds = 60;  ///< of one run on a machine; more counts as a hang
  fuzz::MachineChoice choice{};
  fuzz::ShrinkLimits shrink{};
};

/// Runs random kernels until the limits or the last failure; each is made smaller and written to
/// `out`/SEED-NUMBER.*. Prints what it found and what was covered; keeps `out`/seeds.log and
/// `out`/coverage.json. Returns whether all kernels passed.
bool run_campaign(const CampaignOptions& options);

}  // namespace heddle
