// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/register_lifetime.hpp"

#include <algorithm>

#include "models/register_virtualization/source_groups.hpp"

namespace heddle {

using ptx::Instruction;

bool RegisterLifetime::less_worth_renaming_than(const RegisterLifetime& other) const {
  // instructions / values, without division; a register that is never written has no lifetime.
  const std::uint64_t own = instructions * std::max(1u, other.values),
                      others = other.instructions * std::max(1u, values);
  return own != others ? own > others : values > other.values;
}

std::vector<RegisterLifetime> register_lifetimes(const std::vector<Instruction>& code,
                                                 const ReleasePoints& points) {
  std::vector<RegisterLifetime> lifetimes(64);
  std::vector<std::size_t> release(64, code.size());  // the next one, behind instruction i
  for (std::size_t i = code.size(); i-- > 0;) {
    for (unsigned d = 0; d < code[i].destination_count; ++d) {
      const std::uint8_t r = code[i].destinations[d];
      ++lifetimes[r].values;
      lifetimes[r].instructions += release[r] - i;
    }
    RegisterSet released = points.ahead[i];
    const auto groups = source_groups(code[i]);
    for (unsigned k = 0; k < flagged_operands; ++k)
      if ((points.flags[i] >> k & 1) != 0) released |= groups[k];
    for_each_register(released, [&](std::uint8_t r) { release[r] = i; });
  }
  return lifetimes;
}

}  // namespace heddle
