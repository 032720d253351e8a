// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ptx/program/program.hpp"
#include "models/register_file/register_banks.hpp"

namespace heddle {

/// What the platform did with one instruction of a warp: copies, taken as it went through the pipeline.
struct TandemRecord {
  /// All but `instruction` are what an assist warp does to the program. jumped: the active lanes resume at
  /// `pc`; written, read: the architected register registers[0] of the warp becomes held[0], or was seen to
  /// hold it, in the lanes of `mask`.
  enum class Kind : std::uint8_t { instruction, jumped, written, read } kind = Kind::instruction;
  std::uint64_t sequence = 0;  ///< of the SM; 0 for an instruction that leaves the pipeline at issue
  std::uint32_t pc = 0;        ///< index into Kernel::code
  LaneMask active = 0, mask = 0;
  LaneMask read = all_lanes;  ///< whose operands were fetched
  LaneMask computing = 0;     ///< that computed the results
  bool collects = false;      ///< it goes through an operand collector
  std::uint8_t setting = 0;   ///< of the technique that changes its results: see ResultModel
  bool finished = false;      ///< all its results have been handed to the write-back
  std::uint8_t commits = 0;   ///< destinations that are in the banks
  std::uint8_t fresh = 0;     ///< bit k: destination k has got another physical register than it had
  std::uint64_t served = 0;   ///< of an atomic on shared memory: its place in the order of service

  // In core cycles.
  std::uint64_t issued = 0, collected = 0, executed = 0, committed = 0;

  std::array<RegisterId, ptx::max_destinations> registers{};   ///< physical, of the destinations
  std::array<std::uint8_t, ptx::max_destinations> encoding{};  ///< with which they were written

  // Set as far as the instruction has such operands.
  std::array<LaneMask, ptx::max_operands> predicate_sources;
  std::array<LaneMask, 2> predicates;
  std::array<WarpRegister, ptx::max_sources> sources;  ///< as collected
  std::array<WarpRegister, ptx::max_destinations> delivered;
  std::array<WarpRegister, ptx::max_destinations> held;  ///< the whole register, read back from the banks
  ptx::LaneAddresses addresses;                          ///< of a store or atomic, within its space

  /// Nothing of it is under way any more.
  bool complete(const ptx::Instruction& i) const {
    return !collects || (finished && commits == i.destination_count);
  }
  /// Ready to be used for another instruction; the arrays keep what they hold.
  void reset() {
    kind = Kind::instruction;
    sequence = 0;
    read = all_lanes;
    finished = collects = false;
    commits = fresh = setting = 0;
    served = issued = collected = executed = committed = 0;
  }
};

}  // namespace heddle
