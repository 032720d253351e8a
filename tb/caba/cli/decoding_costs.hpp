// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "models/caba/line_slot.hpp"
#include "models/line/line_codec.hpp"
#include "tb/lines/line_set.hpp"

namespace heddle {

/// What subroutines take to restore the lines of a set that are stored compressed.
struct DecodingCost {
  std::string name;
  unsigned registers = 0;     ///< of a thread, the most of its subroutines
  unsigned shared_bytes = 0;  ///< of an SM, for tables
  std::uint64_t lines = 0;    ///< compressed ones
  double stored_bytes = 0;    ///< of them, on average
  std::uint64_t instructions = 0, least = std::numeric_limits<std::uint64_t>::max(), most = 0;

  double mean() const {
    return lines == 0 ? 0 : static_cast<double>(instructions) / static_cast<double>(lines);
  }
};

/// BDI, FPC and C-Pack as `caba.what` has them, and E2MC of symbols of 8 and 16 bits in 1, 2, 4 and 8 ways
/// with a code of the values of all of these lines. Throws Error when a subroutine does not restore a line.
std::vector<DecodingCost> decoding_costs(const memory_lines::LineSet& set);

}  // namespace heddle
