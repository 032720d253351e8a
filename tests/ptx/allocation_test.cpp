// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/registers/allocation.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>

#include "models/base/random.hpp"
#include "tests/ptx/one_kernel.hpp"

namespace heddle::test::allocation_test {
namespace {

using ptx::Draft;
using ptx::DraftKernel;
using ptx::RegisterId;
using ptx::Type;

std::set<RegisterId> reads(const Draft& d) {
  std::set<RegisterId> all;
  for_each_read(d, [&](RegisterId r) { all.insert(r); });
  return all;
}
std::set<RegisterId> writes(const Draft& d) {
  std::set<RegisterId> all;
  for_each_write(d, [&](RegisterId r) { all.insert(r); });
  return all;
}

std::vector<std::uint32_t> followers(const DraftKernel& kernel, std::uint32_t i) {
  const Draft& d = kernel.code[i];
  std::vector<std::uint32_t> next;
  const bool jumps = d.instruction.control == ptx::Control::branch,
             exits = d.instruction.control == ptx::Control::exit;
  if (jumps) next.push_back(d.instruction.target);
  if ((!jumps && !exits) || d.guard != ptx::no_register) next.push_back(i + 1);
  return next;
}

/// What is known of predicates on the way to a read: those of guards.
using Known = std::map<RegisterId, bool>;

/// Computes by definition which registers are live behind each instruction: those that some path reads before
/// it writes them, where all guards of one value of a predicate say the same.
std::vector<std::set<RegisterId>> naive_live(const DraftKernel& kernel) {
  const auto size = static_cast<std::uint32_t>(kernel.code.size());
  std::vector<std::set<RegisterId>> live(size);
  for (RegisterId r = 0; r < kernel.registers.size(); ++r) {
    // Walks backwards from each read to all instructions from which it can be reached without a write.
    std::set<std::pair<std::uint32_t, Known>> before;
    std::deque<std::pair<std::uint32_t, Known>> todo;
    const auto reach = [&](std::uint32_t i, const Known& known) {
      if (before.emplace(i, known).second) todo.emplace_back(i, known);
    };
    for (std::uint32_t i = 0; i < size; ++i) {
      const Draft& d = kernel.code[i];
      if (d.guard == r) reach(i, {});
      if (!reads(d).contains(r) || d.guard == r) continue;
      reach(i, d.guard == ptx::no_register ? Known{} : Known{{d.guard, !d.instruction.guard_negated}});
    }
    while (!todo.empty()) {
      const auto [to, known_there] = todo.front();
      todo.pop_front();
      for (std::uint32_t i = 0; i < size; ++i) {
        const auto next = followers(kernel, i);
        if (std::find(next.begin(), next.end(), to) == next.end()) continue;
        live[i].insert(r);
        const Draft& d = kernel.code[i];
        const auto written = writes(d);
        Known known = known_there;
        std::erase_if(known, [&](const auto& k) { return written.contains(k.first); });
        if (written.contains(r)) {
          if (d.guard == ptx::no_register) continue;
          const bool executes = !d.instruction.guard_negated;
          if (known.try_emplace(d.guard, !executes).first->second == executes) continue;
        }
        reach(i, known);
      }
    }
  }
  return live;
}

/// Draws a program of random instructions on registers of all kinds.
DraftKernel random_kernel(Random& rng) {
  DraftKernel kernel;
  const std::uint32_t count = 4 + rng.below(20), size = 3 + rng.below(30);
  for (std::uint32_t r = 0; r < count; ++r)
    kernel.registers.push_back({"r", rng.one_in(4) ? Type::pred : rng.one_in(3) ? Type::b64 : Type::b32});
  const auto pick = [&](bool predicate) {
    for (;;) {
      const RegisterId r = rng.below(count);
      if ((kernel.registers[r].type == Type::pred) == predicate) return r;
    }
  };
  kernel.registers[0].type = Type::b32;
  kernel.registers[1].type = Type::pred;
  for (std::uint32_t i = 0; i < size; ++i) {
    Draft d;
    const auto add = [&](auto& slots, std::uint8_t& n, RegisterId r) {
      slots[n++] = {r, false};
      if (kernel.registers[r].type == Type::b64) slots[n++] = {r, true};
    };
    for (std::uint32_t n = rng.below(3); n-- > 0;) add(d.sources, d.instruction.source_count, pick(false));
    if (rng.one_in(5)) d.predicate_operands[0] = pick(true);
    if (rng.one_in(3)) d.guard = pick(true);
    d.instruction.guard_negated = rng.one_in(2);
    if (rng.one_in(4)) {
      d.instruction.control = ptx::Control::branch;
      d.instruction.target = rng.below(size + 1);
    } else if (rng.one_in(4)) {
      d.predicate_destinations[d.instruction.predicate_count++] = pick(true);
    } else {
      const RegisterId first = pick(false), second = pick(false);
      add(d.destinations, d.instruction.destination_count, first);
      if (second != first) add(d.destinations, d.instruction.destination_count, second);
    }
    kernel.code.push_back(d);
  }
  Draft exit;
  exit.instruction.control = ptx::Control::exit;
  kernel.code.push_back(exit);
  return kernel;
}

/// Returns the numbers that a register occupies; predicates are numbered separately.
std::set<std::uint32_t> places(const DraftKernel& kernel, const ptx::Allocation& a, RegisterId r) {
  const Type type = kernel.registers[r].type;
  const std::uint32_t n = a.number[r];
  if (type == Type::pred) return {1000 + n};
  if (bits_of(type) == 64) return {n, n + 1};
  return {n};
}

TEST(Allocation, WritesNeverHitWhatIsLive) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Random rng(seed);
    const DraftKernel kernel = random_kernel(rng);
    const auto a = ptx::allocate_registers(kernel, ptx::control_flow(kernel.code));
    const auto live = naive_live(kernel);
    for (std::uint32_t i = 0; i < kernel.code.size(); ++i) {
      std::set<RegisterId> apart = live[i];
      const auto written = writes(kernel.code[i]);
      apart.insert(written.begin(), written.end());
      for (RegisterId w : written)
        for (RegisterId other : apart) {
          if (other == w) continue;
          for (std::uint32_t place : places(kernel, a, w))
            ASSERT_FALSE(places(kernel, a, other).contains(place)) << "seed " << seed << " instruction " << i;
        }
    }
    for (RegisterId r = 0; r < kernel.registers.size(); ++r) {
      if (a.number[r] == ~0u) continue;  // never used
      const Type type = kernel.registers[r].type;
      ASSERT_TRUE(bits_of(type) != 64 || a.number[r] % 2 == 0) << "pairs are aligned";
      ASSERT_LT(a.number[r], type == Type::pred ? a.predicates : a.registers);
    }
  }
}

TEST(Allocation, ReusesRegistersOfDeadValues) {
  std::string body = ".reg .b32 %r<100>; mov.u32 %r0, 1;\n";
  for (int i = 1; i < 100; ++i) body += fmt::format("add.u32 %r{}, %r{}, 1;\n", i, i - 1);
  EXPECT_EQ(one_kernel("", body + "ret;").registers, 1u);
}

TEST(Allocation, KeepsPairsWholeForWideValues) {
  // When %a dies, its pair is free again, and %x occupies half of the next pair: %y must take the other half
  // of that pair, and %wide the whole pair.
  const auto kernel = one_kernel(".param .u64 a", R"(
    .reg .b32 %x, %y; .reg .b64 %a, %wide;
    ld.param.u64 %a, [a]; ld.global.u32 %x, [%a]; st.global.u32 [%a], %x;
    add.u32 %y, %x, 1; mul.wide.u32 %wide, %x, %y; add.u32 %x, %x, %y; st.global.u32 [%wide], %x; ret;)");
  EXPECT_EQ(kernel.registers, 4u);
}

TEST(Allocation, GuardedWriteKeepsTheOldValueAlive) {
  const auto kernel = one_kernel(".param .u32 n", R"(
    .reg .b32 %x, %y, %z; .reg .pred %p;
    ld.param.u32 %x, [n]; setp.eq.u32 %p, %x, 0; mov.u32 %y, 5; mov.u32 %z, 6; @%p mov.u32 %y, 7;
    add.u32 %z, %z, %y; add.u32 %z, %z, %x; ret;)");
  EXPECT_NE(kernel.code[2].destinations[0], kernel.code[3].destinations[0]);
  EXPECT_EQ(kernel.code[2].destinations[0], kernel.code[4].destinations[0]);
}

/// %t lives between two instructions of one guard, so that it may have the place of %y, which is dead there.
TEST(Allocation, WhatOneGuardWritesAndReadsLivesBetweenThem) {
  const auto registers = [](const std::string& between, const std::string& guard) {
    return one_kernel("", R"(
    .reg .b32 %x, %y, %t; .reg .pred %p; .shared .b32 s[4];
    mov.u32 %x, %tid.x; setp.lt.u32 %p, %x, 7; mov.u32 %y, 5; st.shared.u32 [s], %y;
    @%p add.u32 %t, %x, 1; )" +
                              between + guard + R"( st.shared.u32 [s+4], %t; st.shared.u32 [s+8], %x; ret;)")
        .registers;
  };
  EXPECT_EQ(registers("", "@%p"), 2u);
  EXPECT_EQ(registers("", "@!%p"), 3u);
  EXPECT_EQ(registers("", ""), 3u);
  EXPECT_EQ(registers("setp.gt.u32 %p, %x, 9;", "@%p"), 3u) << "other lanes read it";
}

}  // namespace
}  // namespace heddle::test::allocation_test
