// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace heddle {

/// The chart of an ExperimentTable's JSON as SVG, drawn by tb/experiment/draw_chart.py with Debian's Python
/// and matplotlib. Throws Error when these are missing, and when drawing fails.
std::string draw_chart(const nlohmann::ordered_json& table);

/// Throws Error, which names the package, when charts cannot be drawn.
void check_charts_can_be_drawn();

}  // namespace heddle
