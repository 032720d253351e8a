// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

// Which compressed registers have to be rewritten before an instruction may write some of their lanes.

namespace heddle {

inline constexpr unsigned collector_units = 16;
inline constexpr unsigned destinations = 4;  ///< registers that an instruction may write
/// A bit for each destination of each collector unit: bit 4 u + k is destination k of unit u.
using DestinationSet = std::uint64_t;

/// The MOVs that divergent instructions need (Lee2015 section 5.2): a destination that is held compressed is
/// rewritten uncompressed ahead of the instruction, which waits in its collector unit until that is in the
/// banks.
///
/// At most one MOV is issued every other cycle: it takes a collector unit, and whether another unit is free
/// is known one cycle later. The MOVs take turns in rotating order, so that none waits for more than the 63
/// others.
class MovInjection {
 public:
  /// One edge. `written`: MOVs that have reached the banks. `wanted`: MOVs of instructions that entered a
  /// collector unit. `room`: a unit is free. Returns the number (4 u + k) of the MOV to be issued, which was
  /// wanted at an earlier edge.
  std::optional<unsigned> step(DestinationSet written, DestinationSet wanted, bool room);

  /// As after power-on: nothing to do, the rotation starts at 0.
  void reset() { *this = {}; }

  DestinationSet todo() const { return todo_; }        ///< to be issued
  DestinationSet pending() const { return pending_; }  ///< issued and not written
  bool issued() const { return issued_; }              ///< at the last edge
  /// Bit u: the instruction in unit u waits for a MOV.
  std::uint16_t held() const;

 private:
  DestinationSet todo_ = 0, pending_ = 0;
  unsigned first_ = 0;  ///< the MOV whose turn it is
  bool issued_ = false;
};

}  // namespace heddle
