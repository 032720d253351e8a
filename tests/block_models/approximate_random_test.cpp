// SPDX-License-Identifier: Apache-2.0
// Random programs with random splits, joins, guarded writes and exits: the invariants hold after each
// instruction (Program checks them), and results are exact where nothing is marked.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/base/random.hpp"
#include "tests/block_models/approximate_program.hpp"

namespace heddle::approximate::test::approximate_random_test {
namespace {

constexpr unsigned registers = 6, steps = 300;

struct Seen {
  unsigned representatives = 0, bypassed = 0, scalars = 0;
  std::array<unsigned, Move::causes> moves{};
};

class RandomProgram {
 public:
  RandomProgram(const Parameters& parameters, bool marked, std::uint64_t seed)
      : random_(seed), marked_(marked), program_(parameters, registers, launched()), exact_(registers) {}

  void run() {
    while (program_.alive != 0 && left_ > 0 && !testing::Test::HasFatalFailure()) block(all_lanes, 0);
  }
  Seen seen() const {
    Seen s = seen_;
    for (const Move& m : program_.moves) ++s.moves[static_cast<unsigned>(m.cause)];
    return s;
  }

 private:
  LaneMask launched() { return random_.one_in(4) ? all_lanes >> random_.below(31) : all_lanes; }
  LaneMask some(LaneMask lanes) { return lanes & static_cast<LaneMask>(random_() >> 32); }
  std::uint8_t any() { return static_cast<std::uint8_t>(random_.below(registers)); }

  /// Draws instructions for the lanes that are still alive; nested blocks are the paths of a split.
  void block(LaneMask lanes, unsigned depth) {
    for (unsigned n = random_.below(12); n > 0 && left_ > 0; --n, --left_) {
      const LaneMask active = lanes & program_.alive;
      if (active == 0) return;
      if (depth < 3 && random_.one_in(8)) {
        const LaneMask taken = some(active);
        block(taken, depth + 1);
        block(active & ~taken, depth + 1);
      } else if (random_.one_in(60)) {
        program_.alive &= ~(some(active) & some(active));
      } else {
        instruction(active);
      }
    }
  }

  void instruction(LaneMask active) {
    const Mark mark{.approximate = marked_ && !random_.one_in(3),
                    .d = static_cast<std::uint8_t>(random_.one_in(4) ? random_.below(32) : 4),
                    .exact = static_cast<std::uint8_t>(random_.one_in(5))};
    if (random_.one_in(3)) return load(mark, active);
    const LaneMask passing = random_.one_in(6) ? some(active) : active;
    switch (random_.below(4)) {
      case 0:
        return compute<add>(mark, active, passing);
      case 1:
        return compute<exclusive_or>(mark, active, passing);
      case 2:
        return compute<conjunction>(mark, active, passing);
      default: {
        const std::uint8_t d = any(), a = any();
        const std::uint32_t n = random_.below(16);
        each_lane(passing, [&](unsigned lane) { exact_[d][lane] = exact_[a][lane] + n; });
        return count(program_.run(add_literal(d, a, n), mark, active, passing));
      }
    }
  }
  template <auto F>
  void compute(const Mark& mark, LaneMask active, LaneMask passing) {
    const std::uint8_t d = any(), a = any(), b = any();
    each_lane(passing, [&](unsigned lane) { exact_[d][lane] = F(exact_[a][lane], exact_[b][lane]); });
    count(program_.run(operation<F>(d, a, b), mark, active, passing));
  }

  /// Loads equal, similar, consecutive or random values.
  void load(const Mark& mark, LaneMask active) {
    WarpRegister v = counting(static_cast<std::uint32_t>(random_()), random_.one_in(4));
    if (random_.one_in(3))
      for (std::uint32_t& lane : v.lane) lane ^= static_cast<std::uint32_t>(random_()) >> random_.below(32);
    const std::uint8_t d = any();
    each_lane(active, [&](unsigned lane) { exact_[d][lane] = v[lane]; });
    program_.load(d, v, mark, active);
    compare();
  }

  void count(const Execution& e) {
    seen_.representatives += e.representative;
    seen_.bypassed += program_.written.bypassed;
    seen_.scalars += e.lanes != 0 && program_.written.written[0] != e.lanes;
    compare();
  }
  void compare() {
    if (marked_) return;
    for (unsigned r = 0; r < registers; ++r)
      each_lane(program_.alive, [&](unsigned lane) {
        if (program_.warp.read(r, lane) != exact_[r][lane]) FAIL() << "register " << r << ", lane " << lane;
      });
  }

  Random random_;
  const bool marked_;
  unsigned left_ = steps;
  Program program_;
  std::vector<WarpRegister> exact_;
  Seen seen_;
};

class RandomPrograms : public testing::TestWithParam<Parameters> {
 protected:
  Seen run(bool marked) {
    Seen sum;
    for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); ++seed) {
      SCOPED_TRACE(fmt::format("seed {}", seed));
      RandomProgram program(GetParam(), marked, seed);
      program.run();
      const Seen s = program.seen();
      sum.representatives += s.representatives;
      sum.bypassed += s.bypassed;
      sum.scalars += s.scalars;
      for (unsigned k = 0; k < Move::causes; ++k) sum.moves[k] += s.moves[k];
    }
    for (unsigned k = 0; k < Move::causes; ++k) {
      const bool never = k == static_cast<unsigned>(Move::Cause::other_path) && !GetParam().single_bit;
      EXPECT_EQ(sum.moves[k] == 0, never) << "MOVs of cause " << k << ": " << sum.moves[k];
    }
    return sum;
  }
};

TEST_P(RandomPrograms, LoseNothingWhereNothingIsMarked) {
  const Seen seen = run(false);
  if (GetParam().scalar_execution)
    EXPECT_GT(seen.representatives, 100u);
  else
    EXPECT_EQ(seen.representatives, 0u);
  EXPECT_GT(seen.scalars, 200u);
}

TEST_P(RandomPrograms, ReadWhatIsHeldAndSetTrueBits) {
  const Seen seen = run(true);
  EXPECT_GT(seen.representatives, 500u);
  EXPECT_GT(seen.bypassed, 100u);
  EXPECT_LT(seen.bypassed, seen.representatives);
}

std::vector<Parameters> all_parameters() {
  std::vector<Parameters> all;
  for (const Policy policy : {Policy::lowest, Policy::highest, Policy::middle})
    for (unsigned k = 0; k < 16; ++k)
      all.push_back({.policy = policy,
                     .single_bit = (k & 1) != 0,
                     .keep_unwritten = (k & 2) != 0,
                     .compared_in_full = (k & 4) != 0,
                     .scalar_execution = (k & 8) != 0});
  return all;
}

std::string name_of(const testing::TestParamInfo<Parameters>& info) {
  constexpr const char* policies[] = {"lowest", "highest", "middle"};
  const Parameters& p = info.param;
  return fmt::format("{}{}{}{}{}", policies[static_cast<unsigned>(p.policy)], p.single_bit ? "_single" : "",
                     p.keep_unwritten ? "_keep" : "", p.compared_in_full ? "_full" : "",
                     p.scalar_execution ? "_scalar" : "");
}

INSTANTIATE_TEST_SUITE_P(All, RandomPrograms, testing::ValuesIn(all_parameters()), name_of);

}  // namespace
}  // namespace heddle::approximate::test::approximate_random_test
