// SPDX-License-Identifier: Apache-2.0
#include "models/register_file/bank_arbitration.hpp"

#include <fmt/format.h>

#include <bit>

#include "models/base/error.hpp"

namespace heddle {

BankArbitration::BankArbitration(unsigned requesters) : requesters_(requesters) {
  if (requesters < 1 || requesters > 32)
    throw Error({.place = "bank arbitration",
                 .what = "number of requesters out of range",
                 .value = fmt::format("{}", requesters),
                 .legal = "1 to 32"});
}

BankGrants BankArbitration::grant(std::uint32_t pending, std::span<const std::uint32_t> banks) {
  const std::uint32_t all = ~0u >> (32 - requesters_);
  const std::uint32_t heard = pending & all & ~granted_;
  const std::uint32_t before_first = (1u << first_) - 1;

  BankGrants result;
  std::uint32_t taken = 0;
  for (std::uint32_t part : {heard & ~before_first, heard & before_first}) {
    for (; part != 0; part &= part - 1) {
      const unsigned requester = static_cast<unsigned>(std::countr_zero(part));
      if (banks[requester] & taken) continue;
      if (result.granted == 0) first_ = (requester + 1) % requesters_;
      taken |= banks[requester];
      result.granted |= 1u << requester;
    }
  }
  result.conflicted = heard & ~result.granted;
  granted_ = result.granted;
  return result;
}

void BankArbitration::reset() {
  first_ = 0;
  granted_ = 0;
}

}  // namespace heddle
