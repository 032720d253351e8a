// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/gate_order.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "models/base/random.hpp"

namespace heddle::estimate {
namespace {

/// Takes the next line, with its end, from the text.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end == std::string_view::npos ? text.size() : end + 1);
  text.remove_prefix(line.size());
  return line;
}

}  // namespace

std::string reordered(std::string_view rtlil, std::string_view top, std::uint64_t seed) {
  const std::string begin = fmt::format("module \\{}\n", top);
  std::string before, behind, attributes;
  std::vector<std::string> cells;
  bool inside = false;
  while (!rtlil.empty()) {
    std::string_view line = take_line(rtlil);
    if (inside && line.starts_with("  attribute ")) {
      attributes += line;  // attributes of the next cell
    } else if (inside && line.starts_with("  cell ")) {
      std::string cell = std::exchange(attributes, {});
      for (cell += line; line != "  end\n" && !rtlil.empty(); cell += line) line = take_line(rtlil);
      cells.push_back(std::move(cell));
    } else {
      if (inside && line == "end\n") inside = false;
      (cells.empty() ? before : behind) += std::exchange(attributes, {});
      (cells.empty() ? before : behind) += line;
      inside = inside || line == begin;
    }
  }
  Random random(seed);
  for (std::size_t left = cells.size(); left > 1; --left)
    std::swap(cells[left - 1], cells[random.below(static_cast<std::uint32_t>(left))]);
  for (const std::string& cell : cells) before += cell;
  return before + behind;
}

}  // namespace heddle::estimate
