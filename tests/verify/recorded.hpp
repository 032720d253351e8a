#pragma once

#include <cstdlib>
#include <string>

#include "tb/verify/catalogue.hpp"
#include "tb/verify/contents.hpp"

namespace heddle::verify {

/// Has the block passed the level with just these contents, says configs/blocks/verified? With
/// HEDDLE_VERIFY_ALL=1, as in .ci/nightly, nothing counts as recorded.
inline bool is_recorded(const std::string& block, const std::string& level) {
  const char* all = std::getenv("HEDDLE_VERIFY_ALL");
  if (all != nullptr && std::string(all) == "1") return false;
  return passed_for(recorded(block), contents_key(block), level);
}

}  // namespace heddle::verify
