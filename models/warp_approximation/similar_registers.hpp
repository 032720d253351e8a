// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/base/warp_register.hpp"
#include "models/warp_approximation/similarity.hpp"

// What is known of the values in the registers of a warp (Wong2016, sections 3.1.1 to 3.1.3).

namespace heddle {

inline constexpr unsigned divergence_paths = 2;      ///< one level of divergence: the paths of a split
inline constexpr unsigned most_warp_registers = 64;  ///< that an instruction can name

/// Of a register, in the lanes of one path of its warp.
struct RegisterSimilarity {
  bool similar = false;  ///< the SimilarBit
  bool stored = false;   ///< as a scalar: the path's representative lane holds the value of all its lanes
  std::uint8_t d = 0;    ///< with which `similar` was found, 0 to 31; 0 when the values are equal

  /// Is it similar at a level of `level` bits?
  bool counts_at(unsigned level) const { return similar && d <= level; }
  bool operator==(const RegisterSimilarity&) const = default;

  /// As pins carry it: bit 7 similar, bit 6 stored, bits 4 to 0 d.
  std::uint8_t pins() const {
    return static_cast<std::uint8_t>(unsigned{similar} << 7 | unsigned{stored} << 6 | d);
  }
  static RegisterSimilarity of_pins(std::uint8_t pins) {
    return {(pins >> 7 & 1) != 0, (pins >> 6 & 1) != 0, static_cast<std::uint8_t>(pins & most_similarity)};
  }
};

/// The lanes of a warp's paths, and the lane that represents each. Path 1 has lanes while the warp is split.
struct WarpPaths {
  std::array<LaneMask, divergence_paths> lanes{};
  std::array<std::uint8_t, divergence_paths> representative{};
  bool operator==(const WarpPaths&) const = default;
};

/// What becomes of the bits of all registers of a warp, when its paths change.
enum class PathChange : std::uint8_t {
  keep,         ///< lanes have left: the bits stay
  copy_first,   ///< a split: path 1 gets the bits of path 0
  copy_second,  ///< path 0 has no lanes any more: it gets the bits, as the warp goes on with them
  clear         ///< a warp begins, paths join, a path splits again: nothing is known
};

/// What is known of the registers of a warp, and its paths.
class SimilarRegisters {
 public:
  /// By register and path: element 2 r + p, as RegisterSimilarity::pins.
  using Entries = std::array<std::uint8_t, most_warp_registers * divergence_paths>;

  /// Registers from `registers` on have no entry. 1 to most_warp_registers.
  explicit SimilarRegisters(unsigned registers) : registers_(registers) {}

  void write(unsigned r, unsigned path, RegisterSimilarity s) {
    if (r < registers_) entries_[divergence_paths * r + path] = s.pins();
  }
  void change(const WarpPaths& paths, PathChange change) {
    paths_ = paths;
    for (unsigned r = 0; r < registers_; ++r) {
      std::uint8_t* const entry = &entries_[divergence_paths * r];
      if (change == PathChange::clear) entry[0] = entry[1] = 0;
      if (change == PathChange::copy_first) entry[1] = entry[0];
      if (change == PathChange::copy_second) entry[0] = entry[1];
    }
  }
  void reset() { *this = SimilarRegisters(registers_); }

  const Entries& entries() const { return entries_; }
  const WarpPaths& paths() const { return paths_; }

 private:
  unsigned registers_;
  Entries entries_{};
  WarpPaths paths_{};
};

}  // namespace heddle
