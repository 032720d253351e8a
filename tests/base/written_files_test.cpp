// SPDX-License-Identifier: Apache-2.0
#include "models/base/written_files.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "models/base/scratch_folder.hpp"

namespace heddle::written_files_test {
namespace {

class WrittenFilesTest : public testing::Test {
 protected:
  void put(const std::string& name, const std::string& content) const {
    std::ofstream(folder_.path() / name) << content;
  }
  WrittenFiles read() const { return {folder_.path(), "record"}; }
  const ScratchFolder folder_;
};

TEST_F(WrittenFilesTest, AreTheRecordsAlone) {
  EXPECT_FALSE(read().recorded());
  EXPECT_FALSE(read().foreign("a")) << "nothing is there";
  put("a", "text");
  put("b", "text");
  EXPECT_TRUE(read().foreign("a"));
  WrittenFiles written = read();
  written.wrote("a", "text");
  written.save(true, {{"more", 1}});
  EXPECT_TRUE(read().intact());
  EXPECT_EQ(read().record().at("more"), 1);
  EXPECT_EQ(read().names(), std::set<std::string>{"a"});
  EXPECT_FALSE(read().foreign("a"));
  EXPECT_TRUE(read().foreign("b"));
  put("a", "edited");
  EXPECT_TRUE(read().foreign("a"));
  EXPECT_FALSE(read().intact());
}

TEST_F(WrittenFilesTest, MayBeOldOrNewWhileTheyAreReplaced) {
  WrittenFiles written = read();
  written.wrote("a", "old");
  written.expect("a", "new");
  written.save(false);
  for (const char* content : {"old", "new"}) {
    put("a", content);
    EXPECT_FALSE(read().foreign("a")) << content;
    EXPECT_FALSE(read().intact()) << "the replacement has not ended";
  }
}

TEST_F(WrittenFilesTest, ARecordThatIsNoneIsSomebodyElses) {
  for (const char* text :
       {"", "{", "[]", "{\"written\": {\"a\": 1}, \"complete\": true}", "{\"written\": {}}"}) {
    put("record", text);
    EXPECT_FALSE(read().recorded()) << text;
    EXPECT_TRUE(read().foreign("record")) << text;
  }
}

}  // namespace
}  // namespace heddle::written_files_test
