#pragma once

#include <gtest/gtest.h>

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

/// Skips a test that repeats what the record of a block's verification says.
#define SKIP_WHEN_RECORDED(block, level)                           \
  if (heddle::verify::is_recorded(block, level))                   \
  GTEST_SKIP() << (level) << ": passed with these contents, says " \
               << heddle::verify::record_file(block).string() << "; HEDDLE_VERIFY_ALL=1 runs it again"
