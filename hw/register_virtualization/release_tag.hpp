// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/register_virtualization/renaming_table/renaming_table.hpp"

namespace heddle {

/// The architected register that a release ends, as the tag that travels with the release.
struct ReleasedRegister {
  unsigned warp, reg;

  std::uint64_t tag() const { return warp << 6 | reg; }
  /// From the lane of a bank.
  static ReleasedRegister of(const ReleaseTags& tags, unsigned bank) {
    const unsigned tag = tag_of(tags, bank);
    return {tag >> 6, tag & 63};
  }
};

}  // namespace heddle
