// SPDX-License-Identifier: Apache-2.0
#include "models/base/bounded_cache.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"

namespace heddle::bounded_cache_test {
namespace {

namespace fs = std::filesystem;

class BoundedCache : public testing::Test {
 protected:
  /// Adds an entry of 1000 bytes that was used so long ago.
  void add(const std::string& name, int hours, bool folder = false) const {
    const fs::path path = scratch_.path() / name;
    if (folder) fs::create_directory(path);
    std::ofstream(folder ? path / "inside" : path) << std::string(1000, 'x');
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(hours));
  }
  std::set<std::string> left() const {
    std::set<std::string> names;
    for (const fs::path& path : entries_of(scratch_.path())) names.insert(path.filename().string());
    return names;
  }
  void bound(std::uint64_t bytes, const std::set<fs::path>& keep = {}) const {
    bound_cache(entries_of(scratch_.path()), bytes, keep);
  }
  const ScratchFolder scratch_;
};

TEST_F(BoundedCache, LosesWhatWasUsedLongestAgo) {
  add("a", 3);
  add("b", 1);
  add("c", 2, true);
  add(".being-made", 9);
  bound(3000);
  EXPECT_EQ(left().size(), 3u);
  bound(2999);
  EXPECT_EQ(left(), (std::set<std::string>{"b", "c"}));
  mark_used(scratch_.path() / "c");
  bound(1000);
  EXPECT_EQ(left(), std::set<std::string>{"c"});
  bound(0, {scratch_.path() / "c"});
  EXPECT_EQ(left(), std::set<std::string>{"c"});
  bound(0);
  EXPECT_TRUE(left().empty());
  EXPECT_TRUE(fs::exists(scratch_.path() / ".being-made"));
}

TEST(BoundOfACache, IsANumber) {
  const char* const name = "HEDDLE_TEST_BOUND_MIB";
  ::unsetenv(name);
  EXPECT_EQ(bound_from_environment(name, 7), 7u);
  ::setenv(name, "12", 1);
  EXPECT_EQ(bound_from_environment(name, 7), 12u);
  for (const char* bad : {"x", "-1", "1.5", "12 MiB", "99999999999999999999"}) {
    ::setenv(name, bad, 1);
    EXPECT_THROW(bound_from_environment(name, 7), Error) << bad;
  }
  ::unsetenv(name);
}

}  // namespace
}  // namespace heddle::bounded_cache_test
