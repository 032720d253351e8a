// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "tests/ptx/evaluate.hpp"

/// Operations among the lanes of a warp. Row 32 * w + l of the operands belongs to lane l of warp w; the last
/// warp is partial.
namespace heddle::test::warp_operations_test {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;
constexpr std::size_t rows = 32 * 40 + 13;

/// A warp, as one of its lanes sees it.
struct Warp {
  std::size_t first;  ///< its row 0
  U32 lane, active;   ///< the lane; the lanes that run
  std::size_t row(U32 other) const { return first + other; }
};

/// Compares the result of each row with expected(warp).
template <class D, class F, class... A>
void check(const std::string& instruction, F&& expected, const std::vector<A>&... operands) {
  const auto results = evaluate<D>(instruction, operands...);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::size_t first = i / 32 * 32, lanes = std::min<std::size_t>(results.size() - first, 32);
    const Warp warp{first, static_cast<U32>(i % 32), lanes == 32 ? ~0u : (1u << lanes) - 1};
    ASSERT_EQ(results[i], static_cast<Stored<D>>(expected(warp))) << instruction << " row " << i;
  }
}

std::vector<Pred> predicates(std::uint64_t seed) {
  std::vector<Pred> values;
  Random rng(seed);
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t kind = i / 32 % 4;  // in some warps all lanes agree
    values.push_back({kind == 0 || (kind != 1 && rng.below(2) == 0)});
  }
  return values;
}
/// Returns member masks that are equal within a group of lanes, as they must be: halves, the whole warp, or
/// odd and even lanes.
std::vector<U32> member_masks() {
  std::vector<U32> masks;
  for (std::size_t i = 0; i < rows; ++i) {
    const U32 lane = static_cast<U32>(i % 32);
    const std::size_t kind = i / 32 % 3;
    masks.push_back(kind == 0   ? ~0u
                    : kind == 1 ? (lane < 16 ? 0xffffu : 0xffff0000u)
                                : 0x55555555u << (lane & 1));
  }
  return masks;
}
std::vector<U32> words(std::uint64_t seed, U32 below) {
  std::vector<U32> values;
  Random rng(seed);
  for (std::size_t i = 0; i < rows; ++i) values.push_back(rng.below(below));
  return values;
}

TEST(WarpOperations, Votes) {
  const auto p = predicates(1);
  const auto m = member_masks();
  const auto ballot = [&](const Warp& w, U32 group) {
    U32 result = 0;
    for (U32 l = 0; l < 32; ++l)
      if ((group >> l & 1) && p[w.row(l)].value) result |= 1u << l;
    return result;
  };
  for (const bool sync : {false, true}) {
    const auto group = [&](const Warp& w) { return w.active & (sync ? m[w.row(w.lane)] : ~0u); };
    const std::string form = sync ? "vote.sync." : "vote.", mask = sync ? ", %s1;" : ";";
    check<Pred>(
        form + "all.pred %d, %s0" + mask, [&](const Warp& w) { return ballot(w, group(w)) == group(w); }, p,
        m);
    check<Pred>(
        form + "any.pred %d, %s0" + mask, [&](const Warp& w) { return ballot(w, group(w)) != 0; }, p, m);
    check<Pred>(
        form + "any.pred %d, !%s0" + mask, [&](const Warp& w) { return ballot(w, group(w)) != group(w); }, p,
        m);
    check<Pred>(
        form + "uni.pred %d, %s0" + mask,
        [&](const Warp& w) { return ballot(w, group(w)) == 0 || ballot(w, group(w)) == group(w); }, p, m);
    check<U32>(
        form + "ballot.b32 %d, %s0" + mask, [&](const Warp& w) { return ballot(w, group(w)); }, p, m);
  }
  check<U32>(
      "activemask.b32 %d;", [](const Warp& w) { return w.active; }, m);
  check<U32>(
      "elect.sync %d|_, %s0;", [&](const Warp& w) { return std::countr_zero(m[w.row(w.lane)] & w.active); },
      m);
  check<Pred>(
      "elect.sync _|%d, %s0;",
      [&](const Warp& w) {
        return w.lane == static_cast<U32>(std::countr_zero(m[w.row(w.lane)] & w.active));
      },
      m);
}

TEST(WarpOperations, ShufflesWithinSegments) {
  const auto value = words(2, ~0u), by = words(3, 40), segment = words(4, 6);
  std::vector<U32> bounds;  // segments of 1, 2, 4 ... 32 lanes; the last lane counts or does not
  for (std::size_t i = 0; i < rows; ++i) {
    const U32 width = 1u << segment[i / 32 * 32];
    bounds.push_back((32 - width) << 8 | (i / 32 % 2 ? 31u : width / 2));
  }
  for (const std::string mode : {"up", "down", "bfly", "idx"}) {
    // The manual's rule for one lane: its source lane, and whether that is in bounds.
    const auto source = [&](const Warp& w) -> std::pair<U32, bool> {
      const U32 c = bounds[w.row(w.lane)], mask = c >> 8 & 31, low = w.lane & mask,
                high = low | (c & 31 & ~mask);
      const int n = static_cast<int>(by[w.row(w.lane)] & 31), lane = static_cast<int>(w.lane);
      const int j = mode == "up"     ? lane - n
                    : mode == "down" ? lane + n
                    : mode == "bfly" ? lane ^ n
                                     : static_cast<int>(low | (static_cast<U32>(n) & ~mask));
      const bool inside = mode == "up" ? j >= static_cast<int>(high) : j <= static_cast<int>(high);
      return {inside ? static_cast<U32>(j) : w.lane, inside};
    };
    for (const bool sync : {false, true}) {
      const std::string opcode = fmt::format("shfl.{}{}.b32", sync ? "sync." : "", mode);
      const char* mask = sync ? ", 0xffffffff" : "";
      // A source lane that does not run has an undefined value; such rows are checked for the predicate only.
      check<Pred>(
          fmt::format("{} _|%d, %s0, %s1, %s2{};", opcode, mask),
          [&](const Warp& w) { return source(w).second; }, value, by, bounds);
      const auto results =
          evaluate<U32>(fmt::format("{} %d, %s0, %s1, %s2{};", opcode, mask), value, by, bounds);
      for (std::size_t i = 0; i < rows; ++i) {
        const U32 from = source({i / 32 * 32, static_cast<U32>(i % 32), ~0u}).first;
        if (i / 32 * 32 + from < rows) {
          ASSERT_EQ(results[i], value[i / 32 * 32 + from]) << opcode << " row " << i;
        }
      }
    }
  }
  const std::vector<U32> lanes = [] {
    std::vector<U32> v(32);
    for (U32 l = 0; l < 32; ++l) v[l] = l;
    return v;
  }();
  // The two forms that compilers emit: a step of a reduction, and a broadcast.
  check<U32>(
      "shfl.sync.down.b32 %d|%p, %s0, 4, 31, -1;",
      [](const Warp& w) { return std::min(w.lane + 4, w.lane < 28 ? 31u : w.lane); }, lanes);
  check<U32>(
      "shfl.sync.idx.b32 %d, %s0, 7, 0x1f, 0xffffffff;", [](const Warp&) { return 7; }, lanes);
}

TEST(WarpOperations, Matches) {
  const auto m = member_masks();
  const auto few = words(5, 3);
  std::vector<U32> small;
  for (std::size_t i = 0; i < rows; ++i) small.push_back(i / 32 % 2 ? few[i] : few[i / 32 * 32]);
  std::vector<U64> wide;
  for (const U32 v : small) wide.push_back(U64{v} << 40 | 5);
  const auto same = [&](const Warp& w) {
    const U32 group = m[w.row(w.lane)] & w.active;
    U32 result = 0;
    for (U32 l = 0; l < 32; ++l)
      if ((group >> l & 1) && small[w.row(l)] == small[w.row(w.lane)]) result |= 1u << l;
    return std::pair{result, result == group};
  };
  const auto any = [&](const Warp& w) { return same(w).first; };
  const auto all = [&](const Warp& w) { return same(w).second ? same(w).first : 0; };
  const auto agreed = [&](const Warp& w) { return same(w).second; };
  check<U32>("match.any.sync.b32 %d, %s0, %s1;", any, small, m);
  check<U32>("match.any.sync.b64 %d, %s0, %s1;", any, wide, m);
  check<U32>("match.all.sync.b32 %d|%p, %s0, %s1;", all, small, m);
  check<U32>("match.all.sync.b64 %d, %s0, %s1;", all, wide, m);
  check<Pred>("match.all.sync.b32 _|%d, %s0, %s1;", agreed, small, m);
}

TEST(WarpOperations, Reductions) {
  const auto m = member_masks();
  std::vector<U32> value = words(6, ~0u);
  const auto reduce = [&](const std::string& opcode, auto type, auto&& f) {
    using T = decltype(type);
    check<U32>(
        opcode + " %d, %s0, %s1;",
        [&](const Warp& w) {
          const U32 group = m[w.row(w.lane)] & w.active;
          std::int64_t total = 0;
          bool first = true;
          for (U32 l = 0; l < 32; ++l) {
            if (!(group >> l & 1)) continue;
            const auto v = std::int64_t{static_cast<T>(value[w.row(l)])};
            total = first ? v : f(total, v);
            first = false;
          }
          return static_cast<U32>(total);
        },
        value, m);
  };
  using S64 = std::int64_t;
  const auto sum = [](S64 a, S64 b) { return a + b; };
  const auto least = [](S64 a, S64 b) { return std::min(a, b); };
  const auto most = [](S64 a, S64 b) { return std::max(a, b); };
  reduce("redux.sync.add.u32", U32{}, sum);
  reduce("redux.sync.add.s32", std::int32_t{}, sum);
  reduce("redux.sync.min.u32", U32{}, least);
  reduce("redux.sync.min.s32", std::int32_t{}, least);
  reduce("redux.sync.max.u32", U32{}, most);
  reduce("redux.sync.max.s32", std::int32_t{}, most);
  reduce("redux.sync.and.b32", U32{}, [](S64 a, S64 b) { return a & b; });
  reduce("redux.sync.or.b32", U32{}, [](S64 a, S64 b) { return a | b; });
  reduce("redux.sync.xor.b32", U32{}, [](S64 a, S64 b) { return a ^ b; });
}

TEST(WarpOperations, FloatReductions) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> a(32, 1.5f);
  std::vector<U32> m(32, ~0u);
  a[3] = -7, a[9] = nan, a[20] = 3;
  const auto at0 = [&](const char* opcode) {
    return evaluate<float>(fmt::format("redux.sync.{}.f32 %d, %s0, %s1;", opcode), a, m)[0];
  };
  EXPECT_EQ(at0("min"), -7);
  EXPECT_EQ(at0("max"), 3);
  EXPECT_EQ(at0("min.abs"), 1.5f);
  EXPECT_EQ(at0("max.abs"), 7);
  EXPECT_TRUE(std::isnan(at0("max.NaN")));
  a.assign(32, 0.0f);
  a[5] = -0.0f;
  EXPECT_TRUE(std::signbit(at0("min")));
  EXPECT_FALSE(std::signbit(at0("max")));
  a.assign(32, nan);
  EXPECT_TRUE(std::isnan(at0("min")));
}

TEST(WarpOperations, OnlyLanesThatBranchedHereTakePart) {
  const std::vector<U32> lanes = [] {
    std::vector<U32> v(32);
    for (U32 l = 0; l < 32; ++l) v[l] = l;
    return v;
  }();
  const auto result = evaluate<U32>(
      "{ .reg .pred odd; and.b32 %a, %s0, 1; setp.eq.u32 odd, %a, 1; @odd bra ODD;\n"
      "activemask.b32 %d; bra.uni DONE;\nODD: vote.sync.ballot.b32 %d, odd, 0xff;\nDONE: }",
      lanes);
  for (U32 l = 0; l < 32; ++l) EXPECT_EQ(result[l], l % 2 ? 0xaau : 0x55555555u) << l;
}

TEST(WarpOperations, HintsChangeNothing) {
  const std::vector<U32> a{1, 2, 3};
  const auto unchanged = evaluate<U32>(
      "{ .reg .b64 q; mov.u32 %d, %s0; nanosleep.u32 %s0; nanosleep.u32 100; pmevent 3; pmevent.mask 0x3;\n"
      "bar.warp.sync 0xffffffff; bar.warp.sync %s0; griddepcontrol.wait; griddepcontrol.launch_dependents;\n"
      "ld.param.u64 q, [p0]; prefetch.global.L1 [q+16]; prefetch.L2 [q]; prefetchu.L1 [q];\n"
      "prefetch.global.L2::evict_last [q]; discard.global.L2 [q], 128; applypriority.global.L2::evict_normal "
      "[q], 128;\n"
      "createpolicy.fractional.L2::evict_last.b64 q, 0.5; createpolicy.fractional.L2::evict_first.b64 q;\n"
      "createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 q, 1.0; createpolicy.cvt.L2.b64 q, q;\n"
      "createpolicy.range.global.L2::evict_last.L2::evict_first.b64 q, [q], 64, 128; }",
      a);
  EXPECT_EQ(unchanged, a);
}

}  // namespace
}  // namespace heddle::test::warp_operations_test
