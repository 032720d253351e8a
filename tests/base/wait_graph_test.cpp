// SPDX-License-Identifier: Apache-2.0
#include "models/base/wait_graph.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

/// Nodes A, B, C, ...
struct Named : WaitGraph {
  explicit Named(unsigned count) : objects(count) {
    for (unsigned k = 0; k < count; ++k)
      name(at(k), [k] { return std::string(1, static_cast<char>('A' + k)); });
  }
  Node at(unsigned k) { return of(&objects[k]); }
  std::vector<char> objects;
};

TEST(WaitGraph, TwoThatHoldWhatTheOtherWants) {
  Named g(3);
  g.wait(g.at(2), "the result", {g.at(0)});  // leads into the circle, and is no part of it
  g.wait(g.at(0), "a buffer", {g.at(1)});
  g.wait(g.at(1), "an entry", {g.at(0)});
  EXPECT_EQ(g.circle(), "A waits for a buffer, held by B; B waits for an entry, held by A");
}

TEST(WaitGraph, OneOfSeveralHoldersIsEnough) {
  Named g(3);
  g.wait(g.at(0), "a buffer", {g.at(1), g.at(2)});
  g.wait(g.at(1), "an entry", {g.at(0)});
  EXPECT_EQ(g.circle(), "");  // C goes on
  g.wait(g.at(2), "an entry", {g.at(0)});
  EXPECT_EQ(g.circle(), "A waits for a buffer, held by B and 1 more; B waits for an entry, held by A");
}

TEST(WaitGraph, EachWaitMustEnd) {
  Named g(3);
  g.wait(g.at(0), "an operand", {g.at(2)});
  g.wait(g.at(0), "a buffer", {g.at(1)});
  g.wait(g.at(1), "the result", {g.at(0)});
  EXPECT_EQ(g.circle(), "A waits for a buffer, held by B; B waits for the result, held by A");
}

TEST(WaitGraph, ResourcesAreWaitedForWhereTheyAreTaken) {
  Named g(2);
  g.wait_for(g.at(0), "collector units");
  g.wait_for(g.at(1), "MSHRs");
  g.taken("collector units", {g.at(1)});
  EXPECT_EQ(g.circle(), "");  // there are MSHRs left
  g.taken("MSHRs", {g.at(0)});
  EXPECT_EQ(g.circle(), "A waits for collector units, held by B; B waits for MSHRs, held by A");
}

TEST(WaitGraph, WhatNobodyHoldsNeverComes) {
  Named g(2);
  g.wait(g.at(0), "four buffers", {});
  EXPECT_EQ(g.circle(), "A waits for four buffers, which nobody can give");
}

TEST(WaitGraph, OneThatHoldsWhatItWaitsFor) {
  Named g(1);
  g.wait(g.at(0), "an entry", {g.at(0)});
  EXPECT_EQ(g.circle(), "A waits for an entry, held by A");
}

TEST(WaitGraph, LinesAreNodesByTheirAddress) {
  Named g(1);
  g.name(g.line(0x80), [] { return "the line at 0x80"; });
  g.wait(g.at(0), "its bytes", {g.line(0x80)});
  g.wait(g.line(0x80), "its decoder", {g.at(0)});
  EXPECT_EQ(
      g.circle(),
      "A waits for its bytes, held by the line at 0x80; the line at 0x80 waits for its decoder, held by A");
}

}  // namespace
}  // namespace heddle
