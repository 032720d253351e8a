// SPDX-License-Identifier: Apache-2.0
#include "models/base/error.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "models/base/registry.hpp"

namespace heddle::error_test {
namespace {

TEST(Error, SaysPlaceValueLegalAndNearest) {
  const Error e(
      {.place = "gpu.yaml:3:5", .what = "unknown key", .value = "smz", .legal = "sms", .nearest = "sms"});
  EXPECT_STREQ(e.what(), "gpu.yaml:3:5: unknown key: 'smz'; legal: sms; did you mean 'sms'?");
}

TEST(Error, NearestNameIsCloseOrEmpty) {
  const std::vector<std::string> known{"pathfinder", "matmul", "hotspot"};
  EXPECT_EQ(nearest_name("pathfindr", known), "pathfinder");
  EXPECT_EQ(nearest_name("xyz", known), "");
}

TEST(Error, NearestNameIsWhatARenamedNameIsCalledToday) {
  const std::vector<std::string> known{"throttle.keeper", "throttle.guaranteed_ctas", "guaranteed"};
  EXPECT_EQ(nearest_name("throttle.keepers", known), "throttle.guaranteed_ctas");
  EXPECT_EQ(nearest_name("other.keepers", known), "") << "a renamed name that is not there";
}

struct Thing {
  std::string name;
  static std::string_view kind() { return "thing"; }
};

TEST(Registry, DuplicateIsFatalAndUnknownNamesTheNearest) {
  Registry<Thing> registry;
  registry.add({"alpha"});
  EXPECT_THROW(registry.add({"alpha"}), Error);
  EXPECT_EQ(registry.find("alpha").name, "alpha");
  try {
    registry.find("alfa");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.problem().nearest, "alpha");
  }
}

TEST(Error, ShowsAnyValueOnOneShortLine) {
  const std::string text = Error({.what = "w", .value = "a\n\x1b[1m" + std::string(5000, 'x')}).what();
  EXPECT_TRUE(text.starts_with("w: 'a\\x0a\\x1b[1mxxx")) << text;
  EXPECT_TRUE(text.ends_with("x... (5006 bytes)'")) << text;
  EXPECT_LT(text.size(), 450u);
}

}  // namespace
}  // namespace heddle::error_test
