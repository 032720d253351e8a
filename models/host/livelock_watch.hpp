// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/ptx/program/program.hpp"

namespace heddle {

/// A read of memory that a warp repeats.
struct Poll {
  std::uint32_t pc = 0;       ///< index into Kernel::code
  LaneMask lanes = 0;         ///< that read; none: the warp reads nothing
  ptx::Space space{};         ///< global, shared or local
  std::uint64_t address = 0;  ///< that the lowest of these lanes reads, in that space
};

/// Finds warps that go round in circles: those that come back to a state (program counters, predicates, and
/// the registers on which their course depends) in which they have been, while memory has kept what it held.
/// What such a warp does next follows from its state and from memory alone, so it repeats itself until
/// another warp changes memory; when all warps that execute anything are of that kind, none of them ever
/// will. A counter that ends the loop, a clock that is looked at, lanes that end, a store of another value
/// are progress; a counter of the rounds that the loop does not look at is none (deciding_registers).
///
/// The caller shows each instruction of a warp in program order, and says when something has `changed`.
/// States are compared by digests of 64 bits.
class LivelockWatch {
 public:
  explicit LivelockWatch(const ptx::Kernel& kernel) : kernel_(kernel) {}

  /// Warp `w`, of any number, stands before instruction `pc`; `control`: SimtStack::digest. True when it
  /// recurs.
  bool stands(std::size_t w, std::uint32_t pc, std::uint64_t control);
  /// It has executed the instruction for these lanes, with these results.
  void executed(std::size_t w, const ptx::Instruction&, LaneMask lanes, const ptx::Operands&);
  /// It has read memory.
  void read(std::size_t w, const Poll& poll);
  /// Memory holds something else, or a warp has begun, ended or met others in a way that gives it a result:
  /// no warp recurs any more.
  void changed();
  /// The warp may have read what memory held before the change.
  void restart(std::size_t w);

  /// The warp has come back to a state since the last change.
  bool recurs(std::size_t w) const { return w < warps_.size() && warps_[w] != nullptr && warps_[w]->recurs; }
  /// Instructions that it has been shown of the warp.
  std::uint64_t steps(std::size_t w) const { return w < warps_.size() && warps_[w] ? warps_[w]->steps : 0; }
  /// What the warp reads again and again; without lanes: nothing.
  const Poll& poll(std::size_t w) const { return warps_[w]->poll; }

 private:
  struct State {
    std::uint32_t pc = 0;
    std::uint64_t control = 0, predicates = 0;
    bool operator==(const State&) const = default;
  };
  struct Warp {
    std::vector<WarpRegister> value;    ///< of each register, what the warp has written
    std::vector<std::uint64_t> digest;  ///< of each register's value
    ptx::PredicateFile predicates{};
    std::uint64_t steps = 0;
    // Brent's search for a cycle: a state is kept, and replaced after twice as many instructions each time.
    bool kept = false, recurs = false;
    State state{};
    std::vector<std::uint64_t> kept_digest{};             ///< of each register, in the state that is kept
    std::vector<std::uint32_t> visited{};                 ///< instructions since then, each once
    std::vector<bool> is_visited{};                       ///< by instruction
    std::optional<std::vector<std::uint8_t>> deciding{};  ///< deciding_registers of `looked_at` of these
    std::size_t looked_at = 0;
    std::uint64_t since = 0, most = 1;
    Poll poll{};
  };
  Warp& warp(std::size_t w);
  void keep(Warp& w, const State& now) const;
  bool registers_recur(Warp& w) const;
  static std::uint64_t digest_of(const ptx::PredicateFile& predicates);

  const ptx::Kernel& kernel_;
  std::vector<std::unique_ptr<Warp>> warps_;
};

}  // namespace heddle
