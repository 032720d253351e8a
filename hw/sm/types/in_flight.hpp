// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "hw/sm/types/lanes.hpp"
#include "hw/sm/types/warp.hpp"

namespace heddle {

class InstructionSource;
struct LaneFragments;

/// One issued warp instruction until its results are handed to the write-back.
struct InFlight {
  const ptx::Instruction* instruction = nullptr;
  const Hazards* hazards = nullptr;
  std::uint64_t sequence = 0;  ///< order of issue in the SM
  std::uint64_t issued = 0;    ///< in this cycle: %clock
  Lanes lanes{};
  ExecutionContext* context = nullptr;     ///< whose scoreboard holds its registers
  ExecutionContext* reads_from = nullptr;  ///< whose scoreboard holds its sources: mostly the same
  std::uint8_t warp = 0;
  ptx::Unit unit{};                         ///< that takes it from its collector
  std::uint8_t collector = 0;               ///< the collector unit that holds it
  std::uint8_t setting = 0;                 ///< see ValueSetting; 0 without one
  bool whole = false;                       ///< every lane of its context is written: results may be encoded
  bool merges = false;                      ///< not whole, but writes whole registers: see PartialWrites
  InstructionSource* source = nullptr;      ///< that has offered it; null: it is the program's
  std::int8_t tag = 0;                      ///< by which the source recognises it
  bool in_place = false;                    ///< see OfferedInstruction
  std::uint8_t reads = 0;                   ///< registers: the instruction's sources, then what it merges
  std::uint8_t arrived = 0, delivered = 0;  ///< sources read, destinations handed to the write-back
  std::uint32_t copy_group = 0;             ///< of an asynchronous copy: see CopyGroups
  unsigned outstanding = 0;                 ///< answers that a load still waits for
  std::uint64_t ready = 0;                  ///< cycle from which the registers of a load may be written
  std::array<RegisterId, ptx::max_sources + ptx::max_destinations> sources{};
  std::array<RegisterId, ptx::max_destinations> destinations{};
  ptx::OwnOperands operands;
  std::array<WarpRegister, ptx::max_destinations> old;  ///< of the destinations, when it merges
  ptx::LaneAddresses addresses{};
  LaneFragments* fragments = nullptr;  ///< local memory and textures, while the load/store unit has it

  bool injected() const { return source != nullptr; }
};

/// Recycles InFlight objects; the one used last is used next, because it is still in the host's cache.
class InFlightPool {
 public:
  InFlight& acquire() {
    if (free_.empty()) free_.push_back(&storage_.emplace_back());
    InFlight& f = *free_.back();
    free_.pop_back();
    f.arrived = f.delivered = 0;
    f.outstanding = 0;
    return f;
  }
  void release(InFlight& f) { free_.push_back(&f); }
  std::size_t lent() const { return storage_.size() - free_.size(); }

 private:
  std::deque<InFlight> storage_;
  std::vector<InFlight*> free_;
};

}  // namespace heddle
