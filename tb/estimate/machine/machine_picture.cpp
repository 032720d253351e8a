// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "tb/estimate/machine/machine_report.hpp"

// Three rows of bars, drawn as SVG by hand: an axis for each, blocks in the order of the report.

namespace heddle::estimate {
namespace {

constexpr double label_width = 190, bar_width = 430, line = 20, gap = 46, left = 16, top = 52;

struct Quantity {
  const char* title;
  std::function<double(const BlockCost&)> value;
};

std::string text_at(double x, double y, const std::string& text, const char* style) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style, text);
}

std::string panel(const MachineEstimate& e, const Quantity& quantity, double y) {
  double most = 0;
  for (const BlockCost& b : e.blocks) most = std::max(most, quantity.value(b));
  std::string svg = text_at(left, y, quantity.title, "font-weight=\"bold\"");
  for (const BlockCost& b : e.blocks) {
    y += line;
    const double value = quantity.value(b), width = most == 0 ? 0 : bar_width * value / most;
    svg += text_at(left + label_width - 8, y, fmt::format("{} x {}", b.instances, b.estimate.card.name),
                   "text-anchor=\"end\"");
    svg += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"13\" fill=\"#3b6ea5\"/>\n",
                       left + label_width, y - 11, width);
    svg += text_at(left + label_width + width + 6, y, fmt::format("{:.3g}", value), "");
  }
  return svg;
}

}  // namespace

std::string report_picture(const MachineEstimate& e) {
  const Quantity quantities[] = {
      {"area, mm2", [](const BlockCost& b) { return b.area_mm2() * b.instances; }},
      {"leakage, mW", [](const BlockCost& b) { return b.estimate.leakage_mw * b.instances; }},
      {"switching and clock of the run, uJ",
       [&](const BlockCost& b) { return b.switching_uj() + b.clock_uj(e.run); }}};
  const double height_of_panel = line * static_cast<double>(e.blocks.size()) + gap;
  const double width = left + label_width + bar_width + 90;
  const double height = top + height_of_panel * static_cast<double>(std::size(quantities));
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"white\"/>\n",
      width, height);
  svg += text_at(left, 24, fmt::format("{}: {}", e.run.machine, e.run.workload), "font-size=\"15\"");
  double y = top;
  for (const Quantity& quantity : quantities) {
    svg += panel(e, quantity, y);
    y += height_of_panel;
  }
  return svg + "</svg>\n";
}

}  // namespace heddle::estimate
