// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/region_walk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace heddle {
namespace {

using Kind = RegionMark::Kind;
using ptx::Control;

constexpr std::uint32_t launch = ~0u;  ///< no instruction: where a warp comes from at first

std::string line_or_default(std::uint32_t line) {
  return line == 0 ? "the default level" : fmt::format("line {}", line);
}

}  // namespace

RegionWalk::RegionWalk(const ptx::Kernel& kernel, const RegionOptions& options)
    : kernel_(kernel),
      options_(options),
      flow_(code_flow(kernel.code)),
      states_(kernel.code.size()),
      ends_(kernel.pragmas.size()) {
  for (std::uint32_t p = 0; p < kernel.pragmas.size(); ++p) {
    marks_.push_back(region_mark(kernel, kernel.pragmas[p]));
    same_.push_back(p);
  }
  if (kernel.code.empty()) return;
  arrive(launch, 0, {.reached = true, .level = options.level.value_or(options.default_level)});
  while (!todo_.empty()) {
    const std::uint32_t i =
        *todo_.begin();  // callers ahead of what they call: the nearest mistake is reported
    todo_.erase(todo_.begin());
    leave(i);
  }
}

void RegionWalk::fail(std::uint32_t line, std::string what, std::string value, std::string legal) const {
  throw Error({.place = kernel_.place_of(line),
               .what = std::move(what),
               .value = std::move(value),
               .legal = std::move(legal)});
}

void RegionWalk::leave(std::uint32_t i) {
  const ptx::Instruction& at = kernel_.code[i];
  if (at.control == Control::exit && states_[i].region != no_region)
    fail(line_of(states_[i].region), "approximate region does not end on every way to an exit",
         fmt::format("exit on line {}", at.line), "approxEnd ahead of each exit");
  const bool into_library = at.control == Control::call && kernel_.code[at.target].line > kernel_.file_lines;
  if (into_library) return arrive(i, i + 1, states_[i]);
  if (at.control == Control::branch) {
    arrive(i, at.target, states_[i], true);
    if (at.guard >= 0) arrive(i, i + 1, states_[i]);
    return;
  }
  for_each_next(kernel_.code, flow_, i, [&](std::uint32_t next) { arrive(i, next, states_[i]); });
}

/// A warp comes to `to` with what held at `from`, and meets the pragmas on its way: by a branch that is taken
/// only those behind its label.
void RegionWalk::arrive(std::uint32_t from, std::uint32_t to, RegionState s, bool taken) {
  s.from = from == launch ? 0 : kernel_.code[from].line;
  const auto ahead = [&](const ptx::Pragma& p, std::uint32_t i) { return p.instruction < i; };
  auto p = std::lower_bound(kernel_.pragmas.begin(), kernel_.pragmas.end(), to, ahead);
  for (; p != kernel_.pragmas.end() && p->instruction == to; ++p)
    if (!taken || std::find(p->passed_by.begin(), p->passed_by.end(), from) == p->passed_by.end())
      meet(static_cast<std::uint32_t>(p - kernel_.pragmas.begin()), s);
  if (join(to, s)) todo_.insert(to);
}

void RegionWalk::meet(std::uint32_t pragma, RegionState& s) {
  if (!marks_[pragma]) return;
  const std::uint32_t line = line_of(pragma);
  switch (marks_[pragma]->kind) {
    case Kind::begin:
      if (s.region != no_region)
        fail(line, "approximate region begins inside another",
             fmt::format("begun on line {}", line_of(s.region)), "approxEnd ahead of it");
      require_one_level(line, s);
      s.region = pragma;
      return;
    case Kind::end:
      if (s.region == no_region)
        fail(line, "no approximate region ends here", kernel_.pragmas[pragma].text,
             "approxBegin ahead of it");
      if (std::find(ends_[s.region].begin(), ends_[s.region].end(), line) == ends_[s.region].end())
        ends_[s.region].push_back(line);
      s.region = no_region;
      return;
    case Kind::level:
      if (options_.level) return;
      s.level = marks_[pragma]->level;
      s.level_line = line;
      s.other_level_line.reset();
      return;
    case Kind::one:
      return;
  }
}

void RegionWalk::require_one_level(std::uint32_t line, const RegionState& s) const {
  if (s.other_level_line)
    fail(line, "the level depends on the way that leads here",
         fmt::format("{} or {}", line_or_default(s.level_line), line_or_default(*s.other_level_line)),
         "approxLevel ahead of it");
}

/// Adds what another way brings; says whether that is news.
bool RegionWalk::join(std::uint32_t to, const RegionState& s) {
  RegionState& known = states_[to];
  if (!known.reached) {
    known = s;
    return true;
  }
  const std::uint32_t line = kernel_.code[to].line;
  if ((s.region == no_region) != (known.region == no_region)) {
    const RegionState& inside = s.region == no_region ? known : s;
    const RegionState& outside = s.region == no_region ? s : known;
    fail(line, "ways meet here of which only one is in an approximate region",
         fmt::format("begun on line {} by way of line {}; none by way of line {}", line_of(inside.region),
                     inside.from, outside.from),
         "the same on every way");
  }
  if (s.region != no_region) unite(s.region, known.region);
  if (known.other_level_line || (s.level == known.level && !s.other_level_line)) return false;
  known.other_level_line = s.level == known.level ? s.other_level_line : s.level_line;
  if (s.region != no_region) require_one_level(line, known);
  return true;
}

std::uint32_t RegionWalk::first_begin(std::uint32_t begin) const {
  while (same_[begin] != begin) begin = same_[begin];
  return begin;
}

void RegionWalk::unite(std::uint32_t a, std::uint32_t b) {
  a = first_begin(a);
  b = first_begin(b);
  same_[std::max(a, b)] = std::min(a, b);
}

}  // namespace heddle
