// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/register_availability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "models/base/error.hpp"

namespace heddle {

RegisterAvailability::RegisterAvailability(unsigned registers, unsigned rows_per_subarray)
    : registers_(registers), rows_(rows_per_subarray) {
  const auto refuse = [](const char* what, unsigned value, const char* legal) {
    throw Error(
        {.place = "register availability", .what = what, .value = fmt::format("{}", value), .legal = legal});
  };
  if (registers < 64 || registers > bank_registers || registers % clusters != 0)
    refuse("number of registers out of range", registers, "64 to 1024, a multiple of 4");
  if (rows_per_subarray < bank_entries / most_subarrays || rows_per_subarray > bank_entries ||
      !std::has_single_bit(rows_per_subarray))
    refuse("rows of a subarray out of range", rows_per_subarray, "16, 32, 64, 128 or 256");
  reset();
}

void RegisterAvailability::reserve(unsigned count) {
  free_ = {};
  for (unsigned r = count; r < registers_; ++r) release(static_cast<RegisterId>(r));
}

void RegisterAvailability::set(RegisterId r, bool is_free) {
  if (r >= registers_) return;
  std::uint64_t& word = free_[cluster_of(r)][r / clusters / 64];
  const std::uint64_t bit = std::uint64_t{1} << r / clusters % 64;
  word = is_free ? word | bit : word & ~bit;
}

/// Those of the rows 64 * word and on that lie in the named subarrays.
std::uint64_t RegisterAvailability::rows_of(unsigned subarrays, unsigned word) const {
  if (rows_ >= 64) return (subarrays >> word * 64 / rows_ & 1) != 0 ? ~std::uint64_t{0} : 0;
  std::uint64_t rows = 0;
  for (unsigned at = 0; at < 64; at += rows_)
    if (subarrays >> (word * 64 + at) / rows_ & 1) rows |= ((std::uint64_t{1} << rows_) - 1) << at;
  return rows;
}

int RegisterAvailability::find(unsigned cluster, unsigned powered) const {
  for (const unsigned subarrays : {powered, ~0u})
    for (unsigned word = 0; word < free_[cluster].size(); ++word)
      if (const std::uint64_t rows = free_[cluster][word] & rows_of(subarrays, word); rows != 0)
        return static_cast<int>((word * 64 + static_cast<unsigned>(std::countr_zero(rows))) * clusters +
                                cluster);
  return none;
}

}  // namespace heddle
