// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "models/base/error.hpp"
#include "tb/estimate/technology.hpp"
#include "tb/estimate/tools.hpp"

namespace heddle::estimate {

inline bool tools_present() {
  try {
    require(yosys);
    require(open_sta);
    choose_technology();
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace heddle::estimate

#define SKIP_WITHOUT_TOOLS() \
  if (!tools_present()) GTEST_SKIP() << "yosys, opensta or qflow-tech-osu018 is not installed"
