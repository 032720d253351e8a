// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/register_virtualization/release_flags.hpp"

// The release flags that each warp has latched for its next instructions (Jeon2015, section 7.2).

namespace heddle {

inline constexpr unsigned flags_of_instruction = 3;
/// Instructions whose flags are looked at together: as many as a fetch hands to a warp.
inline constexpr unsigned looked_ahead = 2;

/// By warp, the flags of the instructions to come, of the next one in the lowest bits. Warps that there are
/// not have none.
class LatchedFlags {
 public:
  explicit LatchedFlags(unsigned warps) : flags_(warps) {}

  void reset() { flags_.assign(flags_.size(), 0); }
  void load(unsigned w, std::uint64_t flags) {
    if (w < flags_.size()) flags_[w] = flags;
  }
  /// The next `count` instructions have got their flags.
  void take(unsigned w, unsigned count) {
    if (w < flags_.size()) flags_[w] >>= flags_of_instruction * count;
  }
  /// Those of the next two instructions.
  std::uint8_t next(unsigned w) const {
    return w < flags_.size() ? static_cast<std::uint8_t>(flags_[w] & 0x3f) : std::uint8_t{0};
  }

 private:
  std::vector<std::uint64_t> flags_;
};

}  // namespace heddle
