// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/estimate/stimulus.hpp"

namespace heddle::estimate {

/// The requests that the bench of a block's co-simulation draws, one a cycle: for blocks that have no
/// stimulus of their own for an estimate. Throws Error where the bench makes fewer.
PinSequence bench_requests(const std::string& block, const std::string& set,
                           const std::vector<std::string>& overrides, unsigned count, std::uint64_t seed);

}  // namespace heddle::estimate
