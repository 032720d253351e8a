// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

#include "models/base/error.hpp"
#include "models/ptx/opcodes/lanes.hpp"
#include "models/warp_approximation/functional/warp.hpp"

namespace heddle::approximate::test {

inline std::uint32_t add(std::uint32_t a, std::uint32_t b) { return a + b; }
inline std::uint32_t exclusive_or(std::uint32_t a, std::uint32_t b) { return a ^ b; }
inline std::uint32_t conjunction(std::uint32_t a, std::uint32_t b) { return a & b; }

/// Returns the instruction d = a op b, where F is the operation.
template <auto F>
ptx::Instruction operation(std::uint8_t d, std::uint8_t a, std::uint8_t b) {
  ptx::Instruction i;
  i.execute = ptx::lanewise<F>();
  i.source_count = 2;
  i.destination_count = 1;
  i.sources = {a, b};
  i.destinations = {d};
  for (std::uint8_t k = 0; k < 2; ++k) i.operand[k] = {.kind = ptx::OperandRef::Kind::slot, .index = k};
  return i;
}

/// Returns the instruction d = a + n.
inline ptx::Instruction add_literal(std::uint8_t d, std::uint8_t a, std::uint32_t n) {
  ptx::Instruction i = operation<add>(d, a, 0);
  i.source_count = 1;
  i.operand[1] = {.kind = ptx::OperandRef::Kind::immediate, .immediate = n};
  return i;
}

inline WarpRegister lanes(std::initializer_list<std::uint32_t> values) {
  WarpRegister r;
  std::copy(values.begin(), values.end(), r.lane.begin());
  return r;
}
/// Returns first, first + step, ...
inline WarpRegister counting(std::uint32_t first, std::uint32_t step) {
  WarpRegister r;
  for (unsigned lane = 0; lane < warp_size; ++lane) r[lane] = first + step * lane;
  return r;
}

using Bank = std::vector<std::uint32_t>;
inline constexpr LaneMask whole = 0b1111;  ///< the warp of Fig. 3; lane 0 is thread 0
inline constexpr LaneMask block_b = 0b1001, block_f = 0b0110;

constexpr Mark in_region(unsigned d) { return {.approximate = true, .d = static_cast<std::uint8_t>(d)}; }
constexpr Mark outside(unsigned d) { return {.d = static_cast<std::uint8_t>(d)}; }

inline constexpr std::uint32_t unread = 0xdeadbeef;  ///< in lanes that nobody may look at

/// A functional warp and the values that its program should see. It executes only the lanes that the warp
/// names, with values from the warp's banks, and checks the invariants after each instruction.
class Program {
 public:
  Program(const Parameters& parameters, unsigned registers, LaneMask launched)
      : warp(parameters, registers, launched), values(registers), alive(launched) {}

  Execution run(const ptx::Instruction& i, const Mark& mark, LaneMask active) {
    return run(i, mark, active, active);
  }
  Execution run(const ptx::Instruction& i, const Mark& mark, LaneMask active, LaneMask passing) {
    follow(active);
    ptx::OwnOperands o;
    for (unsigned k = 0; k < i.source_count; ++k) {
      o.source[k].lane.fill(unread);
      each_lane(active, [&](unsigned lane) { o.source[k][lane] = warp.read(i.sources[k], lane); });
    }
    const Execution e = warp.execute(i, mark, passing, o);
    for (unsigned k = 0; k < i.source_count; ++k)
      EXPECT_TRUE(within(e.read[k], warp.state(i.sources[k]).holds)) << "lanes that do not hold the value";
    o.destination[0].lane.fill(unread);
    i.execute(i, {}, e.executed, o);
    finish(i, mark, e, o.destination);
    return e;
  }

  /// Executes a load, which gives each lane its value.
  void load(std::uint8_t reg, const WarpRegister& value, const Mark& mark, LaneMask active) {
    ptx::Instruction i;
    i.unit = ptx::Unit::ldst;
    i.destination_count = 1;
    i.destinations = {reg};
    follow(active);
    ptx::OwnOperands o;
    const Execution e = warp.execute(i, mark, active, o);
    EXPECT_FALSE(e.representative);
    o.destination[0].lane.fill(unread);
    each_lane(e.executed, [&](unsigned lane) { o.destination[0][lane] = value[lane]; });
    finish(i, mark, e, o.destination);
  }

  void follow(LaneMask active) {
    warp.follow(active, alive);
    take_moves();
    check();
  }

  /// Returns lanes 0 to 3 of a register as the banks hold them.
  std::vector<std::uint32_t> bank(unsigned reg) const {
    const auto& all = warp.state(reg).bank.lane;
    return {all.begin(), all.begin() + 4};
  }

  Warp warp;
  std::vector<WarpRegister> values;
  LaneMask alive;
  Written written;          ///< by the last instruction
  std::vector<Move> moves;  ///< so far

 private:
  void finish(const ptx::Instruction& i, const Mark& mark, const Execution& e,
              ptx::RegisterRefs<ptx::max_destinations>& results) {
    written = warp.commit(i, mark, e, results);
    each_lane(e.lanes, [&](unsigned lane) { values[i.destinations[0]][lane] = results[0][lane]; });
    take_moves();
    check();
  }
  void take_moves() {
    for (const Move& m : warp.take_moves()) moves.push_back(m);
  }

  void check() const {
    for (unsigned r = 0; r < values.size(); ++r) {
      const RegisterState& state = warp.state(r);
      LaneMask wrong = 0, stale = 0;
      each_lane(alive, [&](unsigned lane) {
        if (warp.read(r, lane) != values[r][lane]) wrong |= mask_of(lane);
        if (state.bank[lane] != values[r][lane]) stale |= mask_of(lane);
      });
      ASSERT_EQ(wrong, 0u) << "lanes of register " << r;
      ASSERT_EQ(stale & state.holds, 0u) << "lanes of register " << r;
      for (unsigned p = 0; p < (warp.split() ? 2u : 1u); ++p) check(state, p, values[r]);
    }
  }
  void check(const RegisterState& state, unsigned p, const WarpRegister& value) const {
    const Similarity& s = state.path[p];
    const LaneMask needed = s.stored ? mask_of(s.holder) : warp.path(p);
    ASSERT_TRUE(within(needed, state.holds & warp.path(p)));
    if (s.similar) {
      ASSERT_LE(level_of(value, warp.path(p)), s.d);
    }
    ASSERT_TRUE(s.similar || !s.stored);
  }
};

}  // namespace heddle::approximate::test
