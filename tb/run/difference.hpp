// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heddle {

/// A figure of two runs.
struct ChangedFigure {
  std::string name{};
  double before = 0, after = 0;

  double change() const { return after - before; }
  double relative() const { return after / before - 1; }  ///< infinite where there was nothing before
};

/// A figure that is the sum of parts, so that their changes add up to its own.
struct ChangedSum {
  ChangedFigure whole{};
  std::vector<ChangedFigure> parts{};  ///< those that have changed most come first
};

/// What differs between two runs of one program, and where it comes from.
struct RunDifference {
  /// Core cycles by what became of the issue slots in them (hw/sm/issue/issue_slots.hpp): a scheduler's cycle
  /// counts as a cycle over the number of schedulers.
  ChangedSum cycles{};
  ChangedSum energy{};                   ///< nJ, by part of the machine
  std::vector<ChangedFigure> kernels{};  ///< cycles of each; none where there is only one
  std::vector<ChangedFigure> counts{};   ///< events that differ by 1 % or more, those that differ most first
};

/// From the stats.json of two runs. Throws Error when one has no cycles or issue slots.
RunDifference difference(const nlohmann::ordered_json& before, const nlohmann::ordered_json& after);

/// What it is in words: of cycles, of energy, of events.
std::vector<std::string> sentences_of(const RunDifference& difference);
/// These, then tables.
std::string text_of(const RunDifference& difference);

}  // namespace heddle
