// SPDX-License-Identifier: Apache-2.0
#include "models/base/content_hash.hpp"

#include <gtest/gtest.h>

#include <set>

namespace heddle::content_hash_test {
namespace {

std::string hash(const std::vector<std::string>& parts) {
  ContentHash h;
  for (const std::string& p : parts) h.add(p);
  return h.text();
}

TEST(ContentHash, IsTheSameForTheSameParts) {
  EXPECT_EQ(hash({"a", "b"}), hash({"a", "b"}));
  EXPECT_EQ(hash({}).size(), 32u);
}

TEST(ContentHash, TellsPartsFromTheirUnion) {
  const std::set<std::string> all{hash({}),         hash({""}),       hash({"", ""}),
                                  hash({"ab"}),     hash({"a", "b"}), hash({"a", "b", ""}),
                                  hash({"b", "a"}), hash({"abc"}),    hash({std::string(1, '\0')})};
  EXPECT_EQ(all.size(), 9u);
}

// xxHash's own test value: the 128-bit XXH3 of an empty input.
TEST(ContentHash, IsXxh3) { EXPECT_EQ(hash({}), "99aa06d3014798d86001c324468d497f"); }

}  // namespace
}  // namespace heddle::content_hash_test
