// SPDX-License-Identifier: Apache-2.0
#include "models/e2mc/codec_pool.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle::e2mc {

CodecPoolState::CodecPoolState(unsigned units, PoolPolicy policy)
    : units_(units), policy_(policy), last_(units - 1) {
  if (units == 0 || units > most_pool_units)
    throw Error({.what = "a pool cannot have so many units",
                 .value = fmt::format("{}", units),
                 .legal = fmt::format("1 to {}", most_pool_units),
                 .key = "units"});
}

std::optional<unsigned> CodecPoolState::step(std::uint64_t free, bool taken) {
  if (taken && offered_) {
    last_ = *offered_;
    free &= ~(std::uint64_t{1} << last_);
  }
  const unsigned first = policy_ == PoolPolicy::round_robin ? last_ + 1 : 0;
  offered_.reset();
  for (unsigned n = 0; n < units_ && !offered_; ++n) {
    const unsigned unit = (first + n) % units_;
    if ((free >> unit & 1) != 0) offered_ = unit;
  }
  return offered_;
}

void CodecPoolState::reset() {
  last_ = units_ - 1;
  offered_.reset();
}

}  // namespace heddle::e2mc
