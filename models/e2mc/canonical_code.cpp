// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/canonical_code.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle::e2mc {
namespace {

Error bad_lengths(const char* what, std::string value, std::string legal) {
  return Error(
      {.place = "canonical code", .what = what, .value = std::move(value), .legal = std::move(legal)});
}

}  // namespace

CanonicalCode::CanonicalCode(std::span<const unsigned> lengths) : codewords_(lengths.size()) {
  for (const unsigned length : lengths) {
    if (length > most_bits)
      throw bad_lengths("a codeword is too long", fmt::format("{} bits", length),
                        fmt::format("at most {} bits", most_bits));
    if (length != 0) ++counts_[length];
  }
  std::uint64_t next = 0;
  std::uint32_t shorter = 0;
  for (unsigned length = 1; length <= most_bits; ++length) {
    next <<= 1;
    firsts_[length] = static_cast<std::uint32_t>(next);
    offsets_[length] = static_cast<std::uint32_t>(next) - shorter;
    for (std::size_t s = 0; s < lengths.size(); ++s) {
      if (counts_[length] == 0) break;
      if (lengths[s] != length) continue;
      if (next >> length != 0)
        throw bad_lengths("these lengths are of no prefix code",
                          fmt::format("{} codewords of {} bits", counts_[length], length),
                          "the sum of 2^-length of all codewords is at most 1");
      codewords_[s] = {static_cast<std::uint32_t>(next), length};
      order_.push_back(s);
      ++next;
    }
    shorter += counts_[length];
  }
}

}  // namespace heddle::e2mc
