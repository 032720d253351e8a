// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tb/lines/line_set.hpp"

namespace heddle::memory_lines {

/// How many times fewer bytes remain of lines. Infinite: none need to remain. Not set: there is no such
/// ratio.
struct LineRatios {
  std::optional<double> raw{};
  std::optional<double> in_bursts{};  ///< where each line takes a multiple of 32 bytes, at least 32
};

/// What one way to compress makes of lines.
struct LineRow {
  std::string name;
  LineRatios all{};
  LineRatios written{};  ///< of the lines in which somebody had written
};

/// Ratios of lines that take so many bytes each; not set when there are none.
LineRatios ratios_of(std::span<const unsigned> sizes);

/// The designs of line_designs(), Shannon's bounds, and what zstd and lz4 make of the lines.
std::vector<LineRow> line_rows(const LineSet& set);

}  // namespace heddle::memory_lines
