// SPDX-License-Identifier: Apache-2.0
#include "models/tandem/load_counts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"

namespace heddle {
namespace {

std::uint64_t sum(const LoadCounts::ByLine& lines) {
  std::uint64_t n = 0;
  for (const auto& [line, count] : lines) n += count;
  return n;
}

double share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 1 : static_cast<double>(part) / static_cast<double>(all);
}

}  // namespace

double LoadCounts::exact_share() const { return share(exact, all); }
double LoadCounts::followed_share() const { return share(exact, exact + sum(unfollowed)); }

void LoadCounts::add(const LoadCounts& other) {
  all += other.all;
  exact += other.exact;
  for (const auto& [line, count] : other.races) races[line] += count;
  for (const auto& [line, count] : other.unfollowed) unfollowed[line] += count;
  for (const auto& [line, count] : other.overtaking) overtaking[line] += count;
  for (const auto& [line, count] : other.unset) unset[line] += count;
}

void require_followed(const CheckedLaunch& launch) {
  const double followed = launch.loads.followed_share();
  if (followed >= least_followed_share) return;
  const LoadCounts::ByLine& lines = launch.loads.unfollowed;
  const auto most = std::max_element(lines.begin(), lines.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  throw Error(
      {.place = fmt::format("{}:{}", launch.file, most->first),
       .what = fmt::format(
           "check: of the loads of kernel '{}' that do not race, {:.2f} % were compared with the one right "
           "value, which is less than {} %; fences, or atomics ahead of a barrier, put the others in order, "
           "if anything does, and the check does not follow them",
           launch.kernel, 100 * followed, 100 * least_followed_share)});
}

void require_no_race(const CheckedLaunch& launch) {
  const auto none_of = [&](const LoadCounts::ByLine& lines, const char* what) {
    if (lines.empty()) return;
    throw Error({.place = fmt::format("{}:{}", launch.file, lines.begin()->first),
                 .what = fmt::format("check: kernel '{}' was made to have no race, and nothing orders {}",
                                     launch.kernel, what)});
  };
  none_of(launch.loads.races, "this load and a write of another warp");
  none_of(launch.loads.overtaking, "this write and an earlier load of another warp");
  if (!launch.loads.unset.empty())
    throw Error(
        {.place = fmt::format("{}:{}", launch.file, launch.loads.unset.begin()->first),
         .what = fmt::format("check: kernel '{}' uses a value that it has never set", launch.kernel)});
}

}  // namespace heddle
