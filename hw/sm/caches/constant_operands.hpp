// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "hw/sm/caches/l1_cache.hpp"
#include "hw/sm/warps/warp_table.hpp"

namespace heddle {

/// The operands of instructions in the constant bank (ptx::ConstantOperand): read out of the constant cache
/// while the instruction is the next of its warp, so that it may issue in the cycle in which its registers
/// are free. One that misses keeps its warp from issue until the line has come.
///
/// These words have ports of their own, as many as warps ask for in a cycle: how many Fermi has was not
/// found. A miss takes the port of loads, an MSHR and a place in the queue, as a load does.
class ConstantOperands {
 public:
  ConstantOperands(unsigned line_bytes, L1Cache& cache, WarpTable& warps, StatGroup& stats);

  void begin(const Launch& launch);
  /// Is the operand of the next instruction of warp w, `i` of the code, there? If not it is fetched, and the
  /// warp looked at again.
  bool ready(unsigned w, std::uint32_t i);
  /// Its value; the instruction is issued.
  std::uint64_t take(unsigned w);

  /// Asks the cache for the lines that are wanted, one a cycle.
  void tick(Cycle now);
  /// Is there one to ask for?
  bool busy() const { return wanted_ != 0; }
  /// A line that `waiter` waited for has come; false: it waited for a load.
  bool served(const LineWaiter& waiter);

 private:
  static constexpr std::uint32_t none = ~0u;
  struct Latch {
    std::uint32_t instruction = none;  ///< whose operand it holds
    std::uint64_t value = 0, address = 0;
    InFlight fetch;  ///< waits at the cache's MSHR in the instruction's name
  };

  const ByteMask line_;
  L1Cache& cache_;
  WarpTable& warps_;
  const Launch* launch_ = nullptr;
  std::deque<Latch> latches_;  ///< by warp; empty until a kernel has such operands
  WarpMask wanted_ = 0;        ///< warps whose line is to be asked for
  WarpMask waiting_ = 0;       ///< warps whose line is on its way
  unsigned turn_ = 0;          ///< the first warp that is looked at
  Counter &reads_, &misses_;
};

}  // namespace heddle
