// SPDX-License-Identifier: Apache-2.0
// Regions of random code, compared with all paths that a warp can take, one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "models/base/random.hpp"
#include "tests/register_virtualization/small_code.hpp"
#include "tests/warp_approximation/marked_kernel.hpp"

namespace heddle::test::random_regions_test {
namespace {

/// A mark that a path has passed, and the state behind it: the pragma that began the region, if inside, and
/// the level.
using Moment = std::pair<std::uint32_t, unsigned>;

/// Finds what can hold behind the pragmas of each instruction, and all errors.
class Ways {
 public:
  explicit Ways(const ptx::Kernel& kernel) : kernel_(kernel), at(kernel.code.size()) {
    go(~0u, 0, {no_region, 0}, false);
    for (std::size_t i = 0; i < at.size(); ++i) {
      std::set<unsigned> levels;
      bool inside = false, outside = false;
      for (const auto& [region, level] : at[i]) {
        levels.insert(level);
        (region == no_region ? outside : inside) = true;
      }
      if (inside && outside) wrong.insert("meet");
      const bool marked =
          std::any_of(kernel.pragmas.begin(), kernel.pragmas.end(),
                      [&](const ptx::Pragma& p) { return p.instruction == i && p.text == "heddle.approx"; });
      if ((inside || marked) && levels.size() > 1) wrong.insert("level");
    }
    // The paths to the begin of a region have different levels, but a region begins with one level.
    for (const auto& [key, levels] : levels_at_begin)
      if (levels.size() > 1) wrong.insert("level");
  }

 private:
  void go(std::uint32_t from, std::uint32_t to, Moment m, bool taken) {
    for (std::uint32_t k = 0; k < kernel_.pragmas.size(); ++k) {
      const ptx::Pragma& p = kernel_.pragmas[k];
      if (p.instruction != to) continue;
      if (taken && std::count(p.passed_by.begin(), p.passed_by.end(), from) != 0) continue;
      if (p.text == "heddle.approxBegin") {
        if (m.first != no_region) return void(wrong.insert("inside another"));
        levels_at_begin[{from, taken, k}].insert(m.second);
        m.first = k;
      } else if (p.text == "heddle.approxEnd") {
        if (m.first == no_region) return void(wrong.insert("ends here"));
        m.first = no_region;
      } else if (p.text != "heddle.approx") {
        m.second = static_cast<unsigned>(p.text.back() - '0');
      }
    }
    if (!at[to].insert(m).second) return;
    const ptx::Instruction& i = kernel_.code[to];
    if (i.control == ptx::Control::exit && m.first != no_region) return void(wrong.insert("does not end"));
    if (i.control == ptx::Control::branch) go(to, i.target, m, true);
    if (i.control == ptx::Control::none || i.guard >= 0) go(to, to + 1, m, false);
  }

  const ptx::Kernel& kernel_;
  std::map<std::tuple<std::uint32_t, bool, std::uint32_t>, std::set<unsigned>> levels_at_begin;

 public:
  std::vector<std::set<Moment>> at;
  std::set<std::string> wrong;
};

ptx::Kernel random_kernel(Random& random) {
  ptx::Kernel kernel;
  kernel.file = "r.ptx";
  const std::uint32_t size = 4 + random.below(7);
  for (std::uint32_t i = 0; i + 1 < size; ++i) {
    const unsigned kind = random.below(7);
    if (kind < 2) {
      kernel.code.push_back(control(ptx::Control::branch, kind == 0 ? -1 : 0));
      kernel.code.back().target = random.below(size);
    } else {
      kernel.code.push_back(kind == 2 && random.one_in(3) ? leave(0) : compute({0}, {0}));
    }
  }
  kernel.code.push_back(leave());
  for (std::uint32_t i = 0; i < size; ++i) kernel.code[i].line = i + 1;
  static const char* const texts[] = {"heddle.approxBegin", "heddle.approxEnd",     "heddle.approxBegin",
                                      "heddle.approxEnd",   "heddle.approxLevel 1", "heddle.approxLevel 2",
                                      "heddle.approx"};
  for (std::uint32_t i = 0; i < size; ++i) {
    const std::size_t first = kernel.pragmas.size();
    while (random.one_in(3)) kernel.pragmas.push_back(pragma(i, texts[random.below(std::size(texts))]));
    // A label may stand before any of the pragmas, or behind the last one.
    for (std::uint32_t branch = 0; branch < size; ++branch) {
      if (kernel.code[branch].control != ptx::Control::branch || kernel.code[branch].target != i) continue;
      const auto ahead = random.below(static_cast<std::uint32_t>(kernel.pragmas.size() - first + 1));
      for (std::size_t p = first; p < first + ahead; ++p) kernel.pragmas[p].passed_by.push_back(branch);
    }
  }
  return kernel;
}

std::string listing(const ptx::Kernel& kernel) {
  std::string text;
  for (std::uint32_t i = 0; i < kernel.code.size(); ++i) {
    for (const ptx::Pragma& p : kernel.pragmas)
      if (p.instruction == i)
        text += fmt::format("   {} passed by {}\n", p.text, fmt::join(p.passed_by, " "));
    const ptx::Instruction& at = kernel.code[i];
    text += fmt::format("{}: {}{}\n", i, at.guard >= 0 ? "@p " : "",
                        at.control == ptx::Control::branch ? fmt::format("bra {}", at.target)
                        : at.control == ptx::Control::exit ? "exit"
                                                           : "add");
  }
  return text;
}

TEST(Regions, AreWhatAllWaysThroughRandomCodeSay) {
  const std::uint64_t seed = testing::UnitTest::GetInstance()->random_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  Random random(seed);
  std::map<std::string, unsigned> seen;
  for (int n = 0; n < 60000; ++n) {
    const ptx::Kernel kernel = random_kernel(random);
    SCOPED_TRACE(fmt::format("seed {}, kernel {}\n{}", seed, n, listing(kernel)));
    const Ways ways(kernel);
    Regions found;
    const std::string what = problem_of([&] { found = find_regions(kernel); }).what;
    if (!ways.wrong.empty() || !what.empty()) {
      const auto kind = std::find_if(ways.wrong.begin(), ways.wrong.end(),
                                     [&](const std::string& w) { return what.find(w) != what.npos; });
      ASSERT_NE(kind, ways.wrong.end())
          << what << " is none of " << fmt::format("{}", fmt::join(ways.wrong, ", "));
      ++seen[*kind];
      continue;
    }
    for (std::uint32_t i = 0; i < kernel.code.size(); ++i) {
      const bool inside = !ways.at[i].empty() && ways.at[i].begin()->first != no_region;
      const bool one = !ways.at[i].empty() &&
                       std::any_of(kernel.pragmas.begin(), kernel.pragmas.end(), [&](const ptx::Pragma& p) {
                         return p.instruction == i && p.text == "heddle.approx";
                       });
      ASSERT_EQ(found.at[i].region != no_region, inside || one) << i;
      if (!inside && !one) continue;
      ASSERT_EQ(found.at[i].level, ways.at[i].begin()->second) << i;
      const ApproxRegion& region = found.regions.at(found.at[i].region);
      for (const auto& [begin, level] : ways.at[i])
        ASSERT_TRUE(begin == no_region ||
                    std::count(region.begins.begin(), region.begins.end(), kernel.pragmas[begin].line) != 0);
      ++seen[inside ? "inside" : "one"];
      seen["united"] += inside && region.begins.size() > 1;
    }
    seen["right"] += !kernel.pragmas.empty();
  }
  for (const char* const kind :
       {"meet", "level", "inside another", "ends here", "does not end", "inside", "one", "united", "right"})
    EXPECT_GT(seen[kind], 10u) << kind;  // all cases do occur
}

}  // namespace
}  // namespace heddle::test::random_regions_test
