// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/sim/balance.hpp"
#include "hw/sm/types/in_flight.hpp"
#include "hw/sm/types/register_write.hpp"
#include "hw/sm/warp_scheduler/warp_scheduler.hpp"
#include "hw/sm/warps/sm_events.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// The warp slots of an SM, their scoreboards, and the instructions that they have in flight. Each station
/// reports here what it has done for a warp. These reports are wires within a cycle: the issue station, which
/// runs after the others, looks again at the warps that have `changed`; the CTA slots end those that have
/// nothing left to do.
class WarpTable {
 public:
  WarpTable(unsigned slots, SmEvents& events) : events_(events), warps_(slots), age_(64) {}

  unsigned size() const { return static_cast<unsigned>(warps_.size()); }
  Warp& operator[](unsigned w) { return warps_[w]; }
  const Warp& operator[](unsigned w) const { return warps_[w]; }

  /// A warp begins in slot w. The caller fills in what it is.
  Warp& begin(unsigned w);
  /// Warps with instructions to come.
  WarpMask live() const { return live_; }
  /// By warp slot: grows with the time at which the warp began.
  std::span<const std::uint64_t> ages() const { return age_; }

  // What becomes of an instruction, in this order.

  /// Warp w issues it for these lanes: the scoreboard of `context` holds its registers from now on, that of
  /// `reads_from` its sources.
  InFlight& issue(unsigned w, ExecutionContext& context, ExecutionContext& reads_from,
                  const ptx::Instruction& i, const Hazards& h, LaneMask active);
  /// All operands are in the collector. Later instructions may write them from now on, so the predicates are
  /// captured here, too.
  void operands_read(InFlight& f);
  /// Of an instruction of the load/store unit: memory has it, and the order of memory is kept from now on.
  void sent(const InFlight& f);
  /// A result of an instruction is in the banks.
  void written(const RegisterWrite& w);
  /// All its results have been handed to the write-back; predicates are written. `f` is no more.
  void finished(InFlight& f);

  /// What warp w waits for may have happened.
  void changed(unsigned w) {
    const Warp& warp = warps_[w];
    changed_ |= WarpMask{1} << w;
    if (warp.live && warp.program.stack.done() && warp.settled()) drained_.push(w);
  }
  /// The next instruction of warp w is another one, or may have to wait for another reason.
  void look_again(unsigned w) { changed_ |= WarpMask{1} << w; }
  /// The warps for which one of these was called since the last call.
  WarpMask take_changed() { return std::exchange(changed_, 0); }
  /// All lanes of warp w have ended.
  void exited(unsigned w);
  /// Memory has answered everything that warp w has sent.
  void answered(unsigned w) {
    if (warps_[w].fencing) changed(w);
  }
  /// The next warp that has exited and has nothing in flight, or no_warp. It is named again when it has
  /// `changed`, until it is ended.
  unsigned take_drained();
  bool any_drained() const { return !drained_.empty(); }
  void end(unsigned w) { warps_[w].live = false; }

  /// A context of a technique begins to live in warp w, which does not end before it is let go of again.
  void hold(unsigned w) { ++warps_[w].held; }
  void let_go(unsigned w) {
    --warps_[w].held;
    changed(w);
  }

  // Of a register that is rewritten in place before the next instruction of warp w.

  /// The scoreboard holds it from now on.
  void reserve(unsigned w, unsigned r) {
    warps_[w].program.writing.registers.add(r);
    look_again(w);
  }
  /// It has been rewritten.
  void rewritten(unsigned w, unsigned r) {
    warps_[w].program.writing.registers.remove(r);
    look_again(w);
  }

  // For techniques that withdraw registers.

  /// No instruction of warp w is issued that reads one of these registers, until they are given back, nor one
  /// that writes such a register while that leaves. Whoever withdrew it sees to it that a write keeps it.
  void withdraw(unsigned w, const ThreadRegisters& registers) { warps_[w].withdrawn |= registers; }
  void leave(unsigned w, const ThreadRegisters& registers) { warps_[w].leaving = registers; }
  void give_back(unsigned w, const ThreadRegisters& registers) {
    warps_[w].withdrawn -= registers;
    warps_[w].leaving -= registers;
  }
  /// Warp w has gone past instruction i, which no lane executes, and writes none of its sources until the
  /// metadata of i is decoded.
  void passed(unsigned w, const ptx::Instruction& i) { warps_[w].program.reading.add(sources(i)); }
  void decoded(unsigned w, const ptx::Instruction& i) { warps_[w].program.reading.remove(sources(i)); }

  /// What each live warp waits for, as text for messages; `sm` is the SM's name.
  std::string state(const ptx::Kernel& kernel, const char* sm) const;
  void check_balance(const Balance& balance) const;

 private:
  static OperandSet sources(const ptx::Instruction& i) { return {.registers = Hazards(i).reads.registers}; }

  SmEvents& events_;
  InFlightPool pool_;
  std::vector<Warp> warps_;
  std::vector<std::uint64_t> age_;
  std::uint64_t next_sequence_ = 0;
  WarpMask live_ = 0, changed_ = 0;
  Ring<unsigned> drained_;
};

}  // namespace heddle
