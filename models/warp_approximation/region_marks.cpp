// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/region_marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "models/warp_approximation/similarity.hpp"

namespace heddle {
namespace {

using Kind = RegionMark::Kind;

constexpr std::string_view prefix = "heddle.";
struct Name {
  std::string_view text;
  Kind kind;
};
constexpr Name names[] = {{"approxBegin", Kind::begin},
                          {"approxEnd", Kind::end},
                          {"approxLevel", Kind::level},
                          {"approx", Kind::one}};

[[noreturn]] void fail(const ptx::Kernel& kernel, const ptx::Pragma& pragma, std::string what,
                       std::string legal, std::string nearest = {}) {
  throw Error({.place = kernel.place_of(pragma.line),
               .what = std::move(what),
               .value = pragma.text,
               .legal = std::move(legal),
               .nearest = std::move(nearest)});
}

unsigned level_of(const ptx::Kernel& kernel, const ptx::Pragma& pragma, std::string_view number) {
  unsigned level = 0;
  const char* const end = number.data() + number.size();
  const auto [read, error] = std::from_chars(number.data(), end, level);
  if (error != std::errc{} || read != end || level > most_similarity)
    fail(kernel, pragma, "no such level of approximation",
         fmt::format("{}approxLevel with a number from 0 to {}", prefix, most_similarity));
  return level;
}

}  // namespace

std::optional<RegionMark> region_mark(const ptx::Kernel& kernel, const ptx::Pragma& pragma) {
  std::string_view text = pragma.text;
  const bool ours = text.starts_with(prefix);
  if (ours) text.remove_prefix(prefix.size());
  const std::size_t blank = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, blank);
  const Name* const name =
      std::find_if(std::begin(names), std::end(names), [&](const Name& n) { return n.text == word; });
  const bool known = name != std::end(names);
  if (!ours && !known) return std::nullopt;
  const bool has_operand = blank != text.size();
  if (!ours || !known || has_operand != (name->kind == Kind::level)) {
    std::vector<std::string> legal;
    for (const Name& n : names)
      legal.push_back(fmt::format("{}{}{}", prefix, n.text, n.kind == Kind::level ? " D" : ""));
    const std::string nearest = nearest_name(fmt::format("{}{}", prefix, word), legal);
    fail(kernel, pragma, "unknown pragma", fmt::format("{}", fmt::join(legal, ", ")),
         nearest == pragma.text ? "" : nearest);
  }
  if (name->kind != Kind::level) return RegionMark{.kind = name->kind};
  return RegionMark{.kind = Kind::level, .level = level_of(kernel, pragma, text.substr(blank + 1))};
}

}  // namespace heddle
