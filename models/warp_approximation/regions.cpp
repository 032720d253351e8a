// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/regions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/warp_approximation/region_walk.hpp"
#include "models/warp_approximation/similarity.hpp"

namespace heddle {
namespace {

using Kind = RegionMark::Kind;

void require_level(unsigned level) {
  if (level > most_similarity)
    throw Error({.place = "level of approximation",
                 .what = "no such level",
                 .value = fmt::format("{}", level),
                 .legal = fmt::format("0 to {}", most_similarity)});
}

Regions::At inside(std::uint32_t region, const RegionState& s) {
  return {region, static_cast<std::uint8_t>(s.level)};
}

/// One region of all but the device library.
Regions whole(const ptx::Kernel& kernel, unsigned level) {
  Regions found;
  found.regions.push_back({{1}, {kernel.file_lines}});
  for (const ptx::Instruction& i : kernel.code)
    found.at.push_back(i.line > kernel.file_lines ? Regions::At{}
                                                  : Regions::At{0, static_cast<std::uint8_t>(level)});
  return found;
}

/// Adds to the region's list what is not in it yet.
void add(const std::vector<std::uint32_t>& lines, std::vector<std::uint32_t>& list) {
  for (const std::uint32_t line : lines)
    if (std::find(list.begin(), list.end(), line) == list.end()) list.push_back(line);
}

/// All that comes of the PTX line that `mark` stands ahead of, spill code included.
void mark_line(const ptx::Kernel& kernel, const RegionWalk& walk, const ptx::Pragma& mark,
               std::uint32_t region, Regions& found) {
  const std::uint32_t line = kernel.code[mark.instruction].line;
  for (std::uint32_t i = mark.instruction; i < kernel.code.size() && kernel.code[i].line == line; ++i) {
    const RegionState& s = walk.states()[i];
    if (!s.reached || found.at[i].region != no_region) continue;
    walk.require_one_level(mark.line, s);
    found.at[i] = inside(region, s);
  }
}

}  // namespace

Regions find_regions(const ptx::Kernel& kernel, const RegionOptions& options) {
  require_level(options.default_level);
  require_level(options.level.value_or(0));
  if (options.whole_kernel) return whole(kernel, options.level.value_or(options.default_level));
  const RegionWalk walk(kernel, options);
  Regions found;
  const auto count = static_cast<std::uint32_t>(kernel.pragmas.size());
  std::vector<std::uint32_t> number(count, no_region);  // of the region that a mark is the first of
  for (std::uint32_t p = 0; p < count; ++p) {
    const std::optional<RegionMark>& mark = walk.marks()[p];
    if (!mark || mark->kind == Kind::end || mark->kind == Kind::level) continue;
    std::uint32_t& own = number[walk.first_begin(p)];
    if (own == no_region) {
      own = static_cast<std::uint32_t>(found.regions.size());
      found.regions.emplace_back();
    }
    ApproxRegion& region = found.regions[own];
    add({kernel.pragmas[p].line}, region.begins);
    add(mark->kind == Kind::one ? region.begins : walk.ends(p), region.ends);
  }
  for (const RegionState& s : walk.states())
    found.at.push_back(s.region == no_region ? Regions::At{} : inside(number[walk.first_begin(s.region)], s));
  for (std::uint32_t p = 0; p < count; ++p)
    if (walk.marks()[p] && walk.marks()[p]->kind == Kind::one)
      mark_line(kernel, walk, kernel.pragmas[p], number[p], found);
  return found;
}

}  // namespace heddle
