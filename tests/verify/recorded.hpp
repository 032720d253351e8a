// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <string>

#include "tb/verify/catalogue.hpp"
#include "tb/verify/contents.hpp"

namespace heddle::verify {

/// With HEDDLE_VERIFY_ALL=1, as in .ci/nightly, nothing counts as recorded.
inline bool verifies_all() {
  const char* all = std::getenv("HEDDLE_VERIFY_ALL");
  return all != nullptr && std::string(all) == "1";
}

/// Has the block passed the level with just these contents, says configs/blocks/verified?
inline bool is_recorded(const std::string& block, const std::string& level) {
  return !verifies_all() && passed_for(recorded(block), contents_key(block), level);
}

/// Has it passed the co-simulation with these contents and with what all co-simulations share, and is that
/// all that its co-simulation depends on?
inline bool is_cosimulated(const std::string& block) {
  return !verifies_all() && keys_cover_simulation(block) &&
         cosimulated_for(recorded(block), contents_key(block), simulation_key());
}

/// What a test that is left out prints.
inline std::string why_left_out(const std::string& block) {
  return "passed with these contents, says " + record_file(block).string() +
         "; HEDDLE_VERIFY_ALL=1 does it again";
}

}  // namespace heddle::verify
