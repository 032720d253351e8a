// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/chrome_trace.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "models/base/error.hpp"

namespace heddle::chrome_trace_test {
namespace {

namespace fs = std::filesystem;

class Trace : public testing::Test {
 protected:
  ~Trace() override { fs::remove(file_); }
  static nlohmann::json events_in(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return nlohmann::json::parse(text.str()).at("traceEvents");
  }
  nlohmann::json events() const { return events_in(file_); }
  /// Of a trace that is not closed yet.
  nlohmann::json events_so_far() const {
    return events_in(file_.parent_path() /
                     ("." + file_.filename().string() + ".partial-" + std::to_string(getpid())));
  }
  const fs::path file_ = fs::temp_directory_path() / ("heddle_trace_" + std::to_string(getpid()) + ".json");
};

TEST_F(Trace, HoldsWhatWasWritten) {
  ChromeTrace trace(file_);
  trace.name_process(1, "SM \"0\"", 3);
  trace.name_thread(1, 7, "SP 0", 2);
  trace.slice(1, 7, "a\n", 10, 12.5, "\"line\":4");
  trace.asynchronous(1, "memory", 9, "read", 3, 8);
  trace.close();
  const auto all = events();
  ASSERT_EQ(all.size(), 7u);
  EXPECT_EQ(all[0]["args"]["name"], "SM \"0\"");
  EXPECT_EQ(all[1]["args"]["sort_index"], 3);
  EXPECT_EQ(all[4], nlohmann::json::parse(
                        R"({"ph":"X","pid":1,"tid":7,"name":"a\n","ts":10,"dur":2.5,"args":{"line":4}})"));
  EXPECT_EQ(all[5]["ph"], "b");
  EXPECT_EQ(all[6]["ph"], "e");
  EXPECT_EQ(all[5]["id"], all[6]["id"]);
  EXPECT_EQ(all[6]["ts"], 8);
}

TEST_F(Trace, KeepsWhatStoodThereUntilItIsComplete) {
  std::ofstream(file_) << "mine";
  {
    ChromeTrace trace(file_);
    trace.slice(1, 1, "a", 0, 1);
    EXPECT_EQ(fs::file_size(file_), 4u);
  }
  EXPECT_EQ(events().size(), 1u);
}

TEST_F(Trace, IsCompleteAfterEachBlock) {
  ChromeTrace trace(file_);
  EXPECT_TRUE(events_so_far().empty());
  std::size_t before = 0;
  for (int n = 0; n < 20'000; ++n) trace.slice(0, 0, "slice", n, n + 1);
  before = events_so_far().size();  // events beyond the last full block are not written yet
  EXPECT_GT(before, 10'000u);
  EXPECT_LE(before, 20'000u);
  trace.close();
  EXPECT_EQ(events().size(), 20'000u);
  EXPECT_EQ(trace.events(), 20'000u);
}

TEST_F(Trace, WithoutEventsIsJson) {
  { const ChromeTrace trace(file_); }
  EXPECT_TRUE(events().empty());
}

TEST(ChromeTrace, SaysThatItCannotWrite) {
  EXPECT_THROW(ChromeTrace("/no/such/folder/t.json"), Error);
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  EXPECT_THROW(ChromeTrace("/dev/full"), Error);
}

}  // namespace
}  // namespace heddle::chrome_trace_test
