// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/register_virtualization/release_points.hpp"

namespace heddle {

/// The static lifetime of a register's values: the number of instructions from each write to the next release
/// in the order of the code, or to its end.
struct RegisterLifetime {
  std::uint32_t values = 0;  ///< writes
  std::uint64_t instructions = 0;
  /// Whether it gains less from renaming than `other`: its values live longer, or equally long but are more.
  bool less_worth_renaming_than(const RegisterLifetime& other) const;
};
std::vector<RegisterLifetime> register_lifetimes(const std::vector<ptx::Instruction>& code,
                                                 const ReleasePoints& points);

}  // namespace heddle
