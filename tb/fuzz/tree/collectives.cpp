// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/tree/collectives.hpp"

#include <algorithm>

#include "models/base/error.hpp"

/// Votes, shuffles, matches and reductions of a warp; barriers of a CTA.
namespace heddle::fuzz {
namespace {

using Members = std::span<Member>;
using u32 = std::uint32_t;
using s32 = std::int32_t;

void nothing(Members) {}

std::size_t yes(Members all) {
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [](const Member& m) { return m.in[0] != 0; }));
}
void give(Members all, std::uint64_t value) {
  for (Member& m : all) m.out[0] = value;
}

void vote_all(Members m) { give(m, yes(m) == m.size()); }
void vote_any(Members m) { give(m, yes(m) != 0); }
void vote_uniform(Members m) { give(m, yes(m) == 0 || yes(m) == m.size()); }
void count(Members m) { give(m, yes(m)); }
void ballot(Members all) {
  std::uint64_t mask = 0;
  for (const Member& m : all)
    if (m.in[0] != 0) mask |= std::uint64_t{1} << m.lane;
  give(all, mask);
}

enum class Way { up, down, butterfly, index };

/// The second source is the distance or the lane. The third describes the segment: in bits 0 to 4 its last
/// lane (for `up`, its first), in bits 8 to 12 a mask of those bits of a lane number that select the segment.
/// A lane whose partner lies outside the segment keeps its own value, and its predicate is false.
template <Way way>
void shuffle(Members all) {
  for (Member& m : all) {
    const int lane = static_cast<int>(m.lane), by = m.in[1] & 31, clamp = m.in[2] & 31,
              segment = m.in[2] >> 8 & 31;
    const int bound = (lane & segment) | (clamp & ~segment), first = lane & segment;
    int from = lane;
    if (way == Way::up) from = lane - by;
    if (way == Way::down) from = lane + by;
    if (way == Way::butterfly) from = lane ^ by;
    if (way == Way::index) from = first | (by & ~segment);
    const bool inside = way == Way::up ? from >= bound : from <= bound;
    m.out[0] = all[static_cast<std::size_t>(inside ? from : lane)].in[0];
    m.out[1] = inside;
  }
}

std::uint64_t same_as(const Member& one, Members all) {
  std::uint64_t mask = 0;
  for (const Member& m : all)
    if (m.in[0] == one.in[0]) mask |= std::uint64_t{1} << m.lane;
  return mask;
}
void match_any(Members all) {
  for (Member& m : all) m.out[0] = same_as(m, all);
}
void match_all(Members all) {
  std::uint64_t everybody = 0;
  for (const Member& m : all) everybody |= std::uint64_t{1} << m.lane;
  const bool agreed = same_as(all[0], all) == everybody;
  for (Member& m : all) m.out = {agreed ? everybody : 0, agreed};
}

template <class T, T (*f)(T, T)>
void reduce(Members all) {
  T total = static_cast<T>(all[0].in[0]);
  for (const Member& m : all.subspan(1)) total = f(total, static_cast<T>(m.in[0]));
  give(all, static_cast<u32>(total));
}
u32 sum(u32 a, u32 b) { return a + b; }
template <class T>
T lesser(T a, T b) {
  return a < b ? a : b;
}
template <class T>
T greater(T a, T b) {
  return a < b ? b : a;
}
u32 conjunction(u32 a, u32 b) { return a & b; }
u32 disjunction(u32 a, u32 b) { return a | b; }
u32 difference(u32 a, u32 b) { return a ^ b; }

const Collective rows[] = {
    {"bar.sync", "", true, false, nothing},
    {"barrier.sync", "", true, false, nothing},
    {"bar.red.popc.u32", "r:p", true, false, count},
    {"bar.red.and.pred", "p:p", true, false, vote_all},
    {"bar.red.or.pred", "p:p", true, false, vote_any},
    {"barrier.cta.red.popc.aligned.u32", "r:p", true, false, count},
    {"vote.sync.all.pred", "p:p", false, false, vote_all},
    {"vote.sync.any.pred", "p:p", false, false, vote_any},
    {"vote.sync.uni.pred", "p:p", false, false, vote_uniform},
    {"vote.sync.ballot.b32", "r:p", false, false, ballot},
    {"shfl.sync.up.b32", "r:rrr", false, true, shuffle<Way::up>},
    {"shfl.sync.down.b32", "r:rrr", false, true, shuffle<Way::down>},
    {"shfl.sync.bfly.b32", "r:rrr", false, true, shuffle<Way::butterfly>},
    {"shfl.sync.idx.b32", "r:rrr", false, true, shuffle<Way::index>},
    {"shfl.sync.up.b32|", "rp:rrr", false, true, shuffle<Way::up>},
    {"shfl.sync.down.b32|", "rp:rrr", false, true, shuffle<Way::down>},
    {"shfl.sync.bfly.b32|", "rp:rrr", false, true, shuffle<Way::butterfly>},
    {"shfl.sync.idx.b32|", "rp:rrr", false, true, shuffle<Way::index>},
    {"match.any.sync.b32", "r:r", false, false, match_any},
    {"match.any.sync.b64", "r:d", false, false, match_any},
    {"match.all.sync.b32", "r:r", false, false, match_all},
    {"match.all.sync.b32|", "rp:r", false, false, match_all},
    {"match.all.sync.b64|", "rp:d", false, false, match_all},
    {"redux.sync.add.u32", "r:r", false, false, reduce<u32, sum>},
    {"redux.sync.add.s32", "r:r", false, false, reduce<u32, sum>},
    {"redux.sync.min.u32", "r:r", false, false, reduce<u32, lesser<u32>>},
    {"redux.sync.max.u32", "r:r", false, false, reduce<u32, greater<u32>>},
    {"redux.sync.min.s32", "r:r", false, false, reduce<s32, lesser<s32>>},
    {"redux.sync.max.s32", "r:r", false, false, reduce<s32, greater<s32>>},
    {"redux.sync.and.b32", "r:r", false, false, reduce<u32, conjunction>},
    {"redux.sync.or.b32", "r:r", false, false, reduce<u32, disjunction>},
    {"redux.sync.xor.b32", "r:r", false, false, reduce<u32, difference>},
};

}  // namespace

std::span<const Collective> all_collectives() { return rows; }

const Collective& collective_named(std::string_view text) {
  const auto* found =
      std::find_if(std::begin(rows), std::end(rows), [&](const Collective& c) { return c.text == text; });
  if (found == std::end(rows))
    throw Error(
        {.place = "random kernels", .what = "no such collective instruction", .value = std::string(text)});
  return *found;
}

}  // namespace heddle::fuzz
