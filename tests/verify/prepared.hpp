// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "models/base/error.hpp"
#include "tb/estimate/technology.hpp"
#include "tb/verify/decide.hpp"

namespace heddle::verify {

/// A test that needs external tools, and is skipped where they are not installed. The build folder keeps
/// Verilated RTL.
class WithTools : public testing::Test {
 protected:
  void SetUp() override {
    setenv("HEDDLE_CACHE", HEDDLE_BINARY_DIR "/rtl_cache", 1);
    try {
      require_provers();
      estimate::choose_technology();
    } catch (const Error& missing) {
      GTEST_SKIP() << missing.what();
    }
  }
};

}  // namespace heddle::verify
