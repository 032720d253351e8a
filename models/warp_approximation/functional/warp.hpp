// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "models/ptx/program/program.hpp"
#include "models/warp_approximation/functional/register_state.hpp"

namespace heddle::approximate {

/// How an instruction is executed.
struct Execution {
  LaneMask lanes = 0;                             ///< of the program: active and past the guard
  LaneMask executed = 0;                          ///< of these: all, or the representative
  bool representative = false;                    ///< one lane stands for all
  bool similar_inputs = false;                    ///< all source registers are similar
  std::array<LaneMask, ptx::max_sources> read{};  ///< whose values come from the banks, by source register
  /// What the representative reads of the register with which destination k is compared in the bypass check.
  std::array<std::uint32_t, ptx::max_destinations> input{};
};

/// How its results are written.
struct Written {
  bool bypassed = false;  ///< the comparison
  /// It counts, and destination 0 is similar though a source was not (section 6.1).
  bool newly_similar = false;
  std::array<LaneMask, ptx::max_destinations> written{};  ///< lanes of the banks, by destination
};

/// Warp Approximation (Wong2016, section 3) of one warp, instruction by instruction in the order of its
/// program: which lanes execute, what its registers then hold for the program, and what lies in the banks.
/// It is written apart from the hardware's blocks, to check them. For each instruction: follow, execute, and,
/// when its results are known, commit.
///
/// The warp is whole, or split into two paths with complementary masks. What the paper leaves open:
/// - Lanes that are not all of a path, by a second split or by a guard, are never represented by one. Their
///   writes are in full, and clear the bits of the path, whose scalar is expanded first.
/// - A second split clears the bits of both paths, whether scalars are stored or not. A path that goes on as
/// a
///   whole behind it may set them again.
/// - The exit of lanes is no split: a scalar that lies in one of them goes to the lane that then represents
///   its path. When all of a path have left, the other one is the whole warp, with its bits.
/// - A write to all lanes of a path needs no MOV for these.
/// - Equal values are found at d = 0, whatever d is. A stored scalar is, too.
/// - Instructions that produce predicates, carries included, are executed by all lanes.
class Warp {
 public:
  /// All registers are 0 and not similar.
  Warp(const Parameters&, unsigned registers, LaneMask launched);

  /// `active` lanes of those that are still `alive` come next. Finds out what lies between them and the
  /// lanes before: exit of lanes, a join, a split, a second split. `active` is not empty.
  void follow(LaneMask active, LaneMask alive);

  /// The operands are those of the program's registers; `lanes` of the active ones pass the guard. Throws
  /// Error for a level above 31.
  Execution execute(const ptx::Instruction&, const Mark&, LaneMask lanes, const ptx::Operands&) const;

  /// `results` hold what the executed lanes have computed or loaded, by destination, and then what the
  /// program's register holds in all `lanes` of the execution; other lanes stay as they are.
  Written commit(const ptx::Instruction&, const Mark&, const Execution&,
                 ptx::RegisterRefs<ptx::max_destinations>& results);

  /// The value of a register in lane `lane`, as the program reads it.
  std::uint32_t read(unsigned reg, unsigned lane) const;
  const RegisterState& state(unsigned reg) const { return registers_[reg]; }
  bool split() const { return lanes_[1] != 0; }
  LaneMask path(unsigned p) const { return lanes_[p]; }  ///< path 1 is empty when the warp is whole
  /// The MOVs since the last call, in order.
  std::vector<Move> take_moves() { return std::exchange(moves_, {}); }

 private:
  void exit(LaneMask alive);
  void begin_split(LaneMask active);
  void second_split();
  void join();

  void move(unsigned reg, unsigned from, LaneMask to, Move::Cause);
  void expand(unsigned reg, unsigned path, Move::Cause);
  bool bypass(const ptx::Instruction&, const Mark&, const Execution&,
              const ptx::RegisterRefs<ptx::max_destinations>& results) const;
  bool scalar_allowed(unsigned reg) const;
  LaneMask write(unsigned reg, const Mark&, unsigned d, const Execution&, bool bypassed, WarpRegister& value);
  Similarity compared(unsigned reg, const Mark&, unsigned d, const Execution&, bool bypassed,
                      const WarpRegister& value) const;
  void share_bits(unsigned reg, Similarity& found);
  LaneMask write_whole(unsigned reg, Similarity found, WarpRegister& value);
  LaneMask write_some(unsigned reg, LaneMask lanes, const WarpRegister& value);

  unsigned representative(unsigned path) const { return representative_of(lanes_[path], parameters_.policy); }

  const Parameters parameters_;
  std::vector<RegisterState> registers_;
  std::array<LaneMask, 2> lanes_{};  ///< of the paths
  unsigned path_ = 0;                ///< whose instructions come
  std::vector<Move> moves_;
};

}  // namespace heddle::approximate
