// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "models/warp_approximation/functional/lanes.hpp"

namespace heddle::approximate {

/// What is known of a register's values in the lanes of one path (Wong2016, sections 3.1.1 to 3.1.3).
struct Similarity {
  bool similar = false;     ///< the SimilarBit
  bool stored = false;      ///< as a scalar: lane `holder` holds the value of all lanes of the path
  std::uint8_t d = 0;       ///< that the bit was found with; 0 for equal values and for a stored scalar
  std::uint8_t holder = 0;  ///< the lane that was written, when stored

  /// Similar enough at a level of `d` bits?
  bool counts_at(unsigned level) const { return similar && d <= level; }
  bool operator==(const Similarity&) const = default;
};

/// An architected register of a warp as the banks hold it.
struct RegisterState {
  WarpRegister bank{};               ///< of 32 lanes what they last wrote, stale values included
  LaneMask holds = all_lanes;        ///< lanes whose value in the banks is that of the program
  std::array<Similarity, 2> path{};  ///< of the warp, or of each path of a split
  bool written = false;              ///< since the last split

  void write(const WarpRegister& value, LaneMask lanes) {
    each_lane(lanes, [&](unsigned lane) { bank[lane] = value[lane]; });
    holds |= lanes;
  }
};

/// A MOV that the register file's arbiter injects: the value of lane `read` goes to the lanes of `write`.
struct Move {
  enum class Cause : std::uint8_t { split, second_split, join, partial_write, other_path, exit };
  static constexpr unsigned causes = 6;

  std::uint8_t reg = 0;
  std::uint8_t read = 0;
  LaneMask write = 0;
  Cause cause = Cause::split;
  bool operator==(const Move&) const = default;
};

}  // namespace heddle::approximate
