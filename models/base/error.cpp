// SPDX-License-Identifier: Apache-2.0
#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "models/base/outside_limits.hpp"
#include "models/base/renamed.hpp"

namespace heddle {
namespace {

/// The value as one short line: it may be anything, such as a file of one word, or control characters.
std::string shown(std::string_view value) {
  std::string text;
  for (const char c : value.substr(0, most_shown_bytes))
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      text += c;
  if (value.size() > most_shown_bytes) text += fmt::format("... ({} bytes)", value.size());
  return text;
}

std::string message(const Problem& p) {
  std::string text = p.place.empty() ? p.what : fmt::format("{}: {}", p.place, p.what);
  if (!p.value.empty()) text += fmt::format(": '{}'", shown(p.value));
  if (!p.legal.empty()) text += fmt::format("; legal: {}", p.legal);
  if (!p.nearest.empty()) text += fmt::format("; did you mean '{}'?", p.nearest);
  return text;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j - 1] + 1, above + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

Error::Error(Problem problem) : std::runtime_error(message(problem)), problem_(std::move(problem)) {}

std::string nearest_name(std::string_view name, std::span<const std::string> known) {
  constexpr std::size_t longest = 256;  // comparing takes time in the product of the lengths
  if (name.size() > longest) return {};
  if (const std::string now = renamed(name); std::find(known.begin(), known.end(), now) != known.end())
    return now;
  std::size_t best = std::max<std::size_t>(2, name.size() / 3) + 1;  // others are too far away
  std::string found;
  for (const std::string& candidate : known) {
    if (candidate.size() > longest) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

}  // namespace heddle
