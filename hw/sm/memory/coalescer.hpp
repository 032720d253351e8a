// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "hw/memory/transaction.hpp"
#include "models/ptx/program/program.hpp"

namespace heddle {

/// Where the accesses of a group go.
enum class MemoryPath : std::uint8_t {
  global_load,     ///< through the L1 data cache
  bypassing_load,  ///< past it
  global_store,
  local_load,
  local_store,
  atomic,
  constant,
  texture
};

/// The lanes of a warp that access one block of memory: a line, or one address of the constant bank.
struct LineAccess {
  std::uint64_t address = 0;  ///< of the block
  LaneMask lanes = 0;
  std::uint8_t fragment = 0;  ///< of the instruction's fragments, or `whole`
  MemoryPath path = MemoryPath::global_load;
};

/// Splits the accesses of a warp instruction into those of blocks of 2^shift bytes, one a call, in the order
/// of the lowest lane that wants each. The rule of Fermi (CUDA C Programming Guide, compute capability 2.x):
/// lanes that want the same 128-byte line share one access, whatever their order.
class Coalescer {
 public:
  static constexpr std::uint8_t whole = 0xff;

  void clear() { first_ = count_ = 0; }
  /// Lanes of an instruction, or of one of its fragments; `addresses` must live until they are done.
  void add(const ptx::LaneAddresses& addresses, LaneMask lanes, MemoryPath path, unsigned shift,
           std::uint8_t fragment = whole) {
    if (lanes != 0) groups_[count_++] = {&addresses, lanes, shift, fragment, path};
  }
  bool done() const { return first_ == count_; }
  /// The next access; there must be one (`done`).
  LineAccess next();

 private:
  struct Group {
    const ptx::LaneAddresses* addresses = nullptr;
    LaneMask lanes = 0;  ///< not yet in an access
    unsigned shift = 0;
    std::uint8_t fragment = 0;
    MemoryPath path = MemoryPath::global_load;
  };
  std::array<Group, ptx::max_texels + 1> groups_;
  unsigned first_ = 0, count_ = 0;
};

/// The lanes that want each 32-byte sector of a line. No lane wants two: accesses are aligned to their size.
using SectorLanes = std::array<LaneMask, line_bytes / burst_bytes>;
SectorLanes sectors_of(const ptx::LaneAddresses& addresses, LaneMask lanes);

}  // namespace heddle
