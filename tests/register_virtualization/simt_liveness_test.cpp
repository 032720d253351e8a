// SPDX-License-Identifier: Apache-2.0
// The registers that a warp still needs at each instruction, compared with a walk through all states of a
// warp.
#include "models/register_virtualization/simt_liveness.hpp"

#include <gtest/gtest.h>

#include "models/base/random.hpp"
#include "models/register_virtualization/release_points.hpp"
#include "tests/register_virtualization/warp_exploration.hpp"

namespace heddle::test::simt_liveness_test {
namespace {

constexpr unsigned registers = 5;

/// Draws branches anywhere, forwards and backwards, into the middle of loops, guarded writes and exits.
Code random_code(Random& random) {
  Code code;
  const unsigned size = 5 + random.below(8);
  for (unsigned i = 0; i + 1 < size; ++i) {
    const unsigned kind = random.below(8);
    if (kind < 3) {
      code.push_back(control(ptx::Control::branch, kind == 0 ? -1 : 0));
      code.back().target = random.below(size);
    } else if (kind == 3 && random.one_in(2)) {
      code.push_back(leave(0));
    } else {
      std::vector<unsigned> writes, reads;
      if (!random.one_in(4)) writes.push_back(random.below(registers));
      for (unsigned n = random.below(3); n > 0; --n) reads.push_back(random.below(registers));
      code.push_back(compute(writes, reads, random.one_in(3) ? 0 : -1));
      code.back().guard_negated = random.one_in(2);
      if (random.one_in(10)) code.back().predicate_destinations[code.back().predicate_count++] = 0;
    }
  }
  code.push_back(leave());
  set_meeting_points(code);
  return code;
}

/// Returns whether all code is reached and all of it ends. In other code the analysis also counts what never
/// happens, which only delays releases.
bool tidy(const Code& code, const Exploration& truth) {
  for (std::uint32_t i = 0; i < code.size(); ++i)
    if (!truth.reached[i] || !comes_to_the_end(code, i)) return false;
  return true;
}

std::string listing(const Code& code) {
  std::string text;
  for (std::size_t n = 0; n < code.size(); ++n) {
    const ptx::Instruction& i = code[n];
    text += fmt::format("{}: {}", n, i.guard < 0 ? "" : i.guard_negated ? "@!p " : "@p ");
    if (i.control == ptx::Control::branch)
      text += fmt::format("bra {} (meet {})", i.target, i.reconvergence);
    else if (i.control == ptx::Control::exit)
      text += "exit";
    else
      text += fmt::format("w {}{} r {}", i.predicate_count != 0 ? "p," : "",
                          fmt::join(std::span(i.destinations).first(i.destination_count), ","),
                          fmt::join(std::span(i.sources).first(i.source_count), ","));
    text += "\n";
  }
  return text;
}

/// Checks that a register which one lane's path can leave mapped, releases included, is needed by some lane.
void no_leak_behind_heads(const Code& code, const ReleasePoints& points, const Exploration& truth) {
  std::vector<std::vector<bool>> seen(code.size(), std::vector<bool>(1u << registers));
  std::vector<std::pair<std::uint32_t, RegisterSet>> todo{{0, 0}};
  while (!todo.empty()) {
    auto [at, mapped] = todo.back();
    todo.pop_back();
    if (seen[at][mapped]) continue;
    seen[at][mapped] = true;
    const ptx::Instruction& i = code[at];
    mapped &= ~points.ahead[at];
    const bool ends = i.control == ptx::Control::exit && i.guard < 0;
    EXPECT_TRUE(!points.head[at] || ends || (mapped & ~truth.wanted_before[at]) == 0) << "instruction " << at;
    for (unsigned k = 0; k < i.source_count; ++k)
      if (k < 3 && (points.flags[at] >> k & 1) != 0) mapped &= ~only(i.sources[k]);
    for (unsigned k = 0; k < i.destination_count; ++k) mapped |= only(i.destinations[k]);
    if (i.control == ptx::Control::branch) todo.emplace_back(i.target, mapped);
    if (i.control == ptx::Control::none || i.guard >= 0) todo.emplace_back(at + 1, mapped);
  }
}

TEST(SimtLiveness, IsWhatSomeLaneMayYetReadInRandomCode) {
  const std::uint64_t seed = testing::UnitTest::GetInstance()->random_seed();
  RecordProperty("seed", std::to_string(seed));
  Random random(seed);
  unsigned tidy_ones = 0, diverged = 0, released = 0, ahead = 0;
  for (int n = 0; n < 3000; ++n) {
    const Code code = random_code(random);
    SCOPED_TRACE(fmt::format("seed {}, program {}\n{}", seed, n, listing(code)));
    const Exploration truth = explore(code);
    const SimtLiveness found = simt_liveness(code, code_flow(code));
    const ReleasePoints points = release_points(code);
    const bool exact = tidy(code, truth);
    tidy_ones += exact;
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (!truth.reached[i]) continue;
      const RegisterSet before = found.in[i] | found.held[i], behind = found.out[i] | found.held[i];
      EXPECT_EQ(truth.wanted_before[i] & ~before, 0u) << "ahead of instruction " << i;
      EXPECT_EQ(truth.wanted_behind[i] & ~behind, 0u) << "behind instruction " << i;
      EXPECT_TRUE(!exact || before == truth.wanted_before[i]) << "ahead of instruction " << i;
      EXPECT_TRUE(!exact || behind == truth.wanted_behind[i]) << "behind instruction " << i;
      diverged += (found.held[i] & ~found.in[i]) != 0;
      // A flag marks exactly the last uses, and each register once.
      RegisterSet flagged = 0, last = 0;
      for (unsigned k = 0; k < code[i].source_count; ++k) {
        if ((points.flags[i] >> k & 1) != 0) flagged |= only(code[i].sources[k]);
        if ((truth.wanted_behind[i] & only(code[i].sources[k])) == 0) last |= only(code[i].sources[k]);
      }
      for (unsigned k = 0; k < code[i].destination_count; ++k) last &= ~only(code[i].destinations[k]);
      EXPECT_EQ(flagged & ~last, 0u) << "flags of instruction " << i;
      EXPECT_TRUE(!exact || flagged == last) << "flags of instruction " << i;
      EXPECT_EQ(points.ahead[i] & truth.wanted_before[i], 0u) << "ahead of instruction " << i;
      released += flagged != 0;
      ahead += points.ahead[i] != 0;
    }
    if (exact) no_leak_behind_heads(code, points, truth);
    if (HasFailure()) return;
  }
  EXPECT_GT(tidy_ones, 500u);  // the relevant cases do occur
  EXPECT_GT(diverged, 1000u);
  EXPECT_GT(released, 500u);
  EXPECT_GT(ahead, 500u);
}

TEST(SimtLiveness, WhatOneGuardWritesAndReadsLivesBetweenThem) {
  Code code{compute({1}, {2}, 0), compute({3}, {1}, 0), compute({3}, {4}, 0), compute({}, {3}), leave()};
  code[2].guard_negated = true;
  EXPECT_EQ(simt_liveness(code, code_flow(code)).in[0], only(2) | only(4))
      << "one of the two writes register 3";
  EXPECT_EQ(release_points(code).flags[1], 1u);
  code[2].guard_negated = false;
  EXPECT_EQ(simt_liveness(code, code_flow(code)).in[0], only(2) | only(3) | only(4));
  // Where the predicate becomes another in between, register 1 may have to keep what it had.
  code.insert(code.begin() + 1, compute({}, {}));
  code[1].predicate_count = 1;
  EXPECT_EQ(simt_liveness(code, code_flow(code)).in[0], only(1) | only(2) | only(3) | only(4));
}

TEST(SimtLiveness, AFunctionHoldsWhatItsCallersNeed) {
  // Register 1 is needed by lanes on the other path of the branch, 2 behind the call: the function at 6 may
  // release only 3. Register 4 is never needed.
  const Code code{branch(4, 5),         //
                  call(6),              // 1
                  compute({}, {2}),     //
                  jump(5),              //
                  compute({}, {1}),     // 4
                  leave(),              //
                  compute({}, {1, 2}),  // 6, the function
                  compute({}, {3, 4}),  //
                  control(ptx::Control::ret)};
  const ptx::CodeFlow flow = code_flow(code);
  EXPECT_EQ(flow.calls, std::vector<std::uint32_t>{1});
  EXPECT_EQ(flow.function[7], 6u);
  EXPECT_EQ(flow.function[4], 0u);
  const SimtLiveness live = simt_liveness(code, flow);
  EXPECT_EQ(live.in[1], only(1) | only(2) | only(3) | only(4));
  EXPECT_EQ(live.held[6] & (only(1) | only(2)), only(1) | only(2));
  EXPECT_EQ(live.held[7] & (only(3) | only(4)), 0u);
  const ReleasePoints points = release_points(code);
  EXPECT_EQ(points.flags[6], 0u);
  EXPECT_EQ(points.flags[7], 0b11u);
}

TEST(SimtLiveness, CallsOfCallsHoldToo) {
  const Code code{call(3),
                  compute({}, {1}),
                  leave(),  //
                  call(5),
                  control(ptx::Control::ret),  // 3
                  compute({}, {1, 2}),
                  call(5),
                  control(ptx::Control::ret)};  // 5 calls itself
  const SimtLiveness live = simt_liveness(code, code_flow(code));
  EXPECT_EQ(live.held[5] & only(1), only(1));
  EXPECT_EQ(live.held[5] & only(2), 0u);
  EXPECT_EQ(release_points(code).flags[5], 0b00u) << "the call of itself reads both again";
}

}  // namespace
}  // namespace heddle::test::simt_liveness_test
