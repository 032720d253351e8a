// SPDX-License-Identifier: Apache-2.0
#include "models/base/archive.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "models/base/error.hpp"
#include "models/base/outside_limits.hpp"
#include "models/base/read_files.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/text_file.hpp"
#include "tests/base/zip_file.hpp"

namespace heddle::archive_test {
namespace {

namespace fs = std::filesystem;

class Archive : public testing::Test {
 protected:
  /// What is wrong with a member; empty when it is read.
  Problem problem(const std::string& member, const char* kind = "PTX file") const {
    try {
      read_text_file(path_of({file_, member}), kind);
    } catch (const Error& error) {
      return error.problem();
    }
    return {};
  }
  std::string content() const {
    std::ifstream in(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void put(const std::string& bytes) const { std::ofstream(file_, std::ios::binary) << bytes; }

  const ScratchFolder scratch_;
  const fs::path file_ = scratch_.path() / "some.zip";
};

TEST_F(Archive, IsReadByThePathsOfItsFiles) {
  const std::string text = std::string(200'000, 'x') + '\0' + "end";
  write_zip(file_, {{"b/k.ptx", text}, {"a.txt", ""}, {"b/k.json", "{}"}});
  EXPECT_EQ(members_of(file_), (std::vector<std::string>{"a.txt", "b/k.json", "b/k.ptx"}));
  const ReadScope scope;
  const fs::path path = file_.string() + ":b/k.json";
  EXPECT_EQ(read_text_file(path, "recording"), "{}");
  EXPECT_EQ(read_text_file(fs::path(path).replace_extension(".ptx"), "PTX file"), text) << "beside it";
  EXPECT_EQ(read_text_file(file_.string() + ":a.txt", "list"), "");
  const auto noted = read_files();
  ASSERT_EQ(noted.size(), 3u);
  EXPECT_EQ(std::prev(noted.end())->path, path) << "inputs are files of the archive, not the archive";
}

TEST_F(Archive, IsLeftAloneWhereAFileHasJustThatName) {
  const fs::path path = file_.string() + ":a.txt";
  std::ofstream(path) << "plain";
  EXPECT_EQ(read_text_file(path, "list"), "plain");
  EXPECT_FALSE(archive_member("folder/k.ptx").has_value());
}

TEST_F(Archive, SaysWhatItHasNot) {
  EXPECT_EQ(problem("k.ptx").what, "cannot read the archive: No such file or directory");
  write_zip(file_, {{"b/k.ptx", "text"}});
  const Problem missing = problem("b/j.ptx");
  EXPECT_EQ(missing.what, "cannot read the PTX file: the archive has no such file");
  EXPECT_EQ(missing.value, file_.string() + ":b/j.ptx");
  EXPECT_EQ(missing.nearest, "b/k.ptx");
}

TEST_F(Archive, ThatIsNoneIsRefused) {
  for (const std::string text :
       {"", "PK", "text of another kind, which is longer than the end of an archive is"}) {
    put(text);
    EXPECT_NE(problem("k.ptx").what.find("the archive is damaged ("), std::string::npos)
        << problem("k.ptx").what;
    EXPECT_THROW(members_of(file_), Error);
  }
}

TEST_F(Archive, ThatIsDamagedGivesNoOtherText) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += std::to_string(i * i);
  write_zip(file_, {{"k.ptx", text}, {"l.ptx", "another"}});
  const std::string whole = content();
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    put(whole.substr(0, size));
    EXPECT_NE(problem("k.ptx").what, "") << "cut to " << size << " bytes";
  }
  unsigned refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string other = whole;
    other[at] = static_cast<char>(other[at] ^ 0x10);
    put(other);
    try {
      EXPECT_EQ(read_text_file(path_of({file_, "k.ptx"}), "PTX file"), text) << "byte " << at;
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, whole.size() / 2);
}

TEST_F(Archive, WithNamesThatLeadElsewhereIsRefused) {
  for (const char* name : {"../k.ptx", "/etc/k.ptx", "a/../k.ptx", "a//k.ptx", "./k.ptx"}) {
    write_zip(file_, {{name, "text"}});
    EXPECT_NE(problem("k.ptx").what.find("is no file below its root"), std::string::npos) << name;
    EXPECT_NE(problem(name).what.find("is no file below its root"), std::string::npos) << name;
  }
  write_zip(file_, {{"k.ptx", "/etc/passwd", true}});
  EXPECT_NE(problem("k.ptx").what.find("is no file below its root"), std::string::npos);
}

TEST_F(Archive, LargerThanIsTakenIsRefused) {
  write_zip(file_, {{"zeros", std::string(4 * mebibyte + 1, '\0')}});
  EXPECT_LT(fs::file_size(file_), mebibyte);
  EXPECT_EQ(problem("zeros", "configuration file").what,
            "cannot read the configuration file: unpacked, it is larger than 4 MiB");
  EXPECT_EQ(problem("zeros").what, "");
  fs::resize_file(file_, 32 * mebibyte + 1);
  EXPECT_EQ(problem("zeros").what, "cannot read the archive: it is larger than 32 MiB");
}

}  // namespace
}  // namespace heddle::archive_test
