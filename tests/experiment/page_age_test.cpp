// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/page_age.hpp"

#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "tb/cosim/process/command.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::page_age_test {
namespace {

/// A repository with one commit.
class Repository {
 public:
  Repository() {
    git({"init", "-q"});
    commit("hw/a.cpp", "a");
    const std::string hash = git({"rev-parse", "--short", "HEAD"});
    page = folder.add("p.md", "# Page\n\nMade by `heddle experiment p --summary x` of commit " +
                                  hash.substr(0, hash.find('\n')) + "; not to be edited.\n");
  }
  void commit(const std::string& file, const std::string& text) {
    std::filesystem::create_directories((folder.path() / file).parent_path());
    folder.add(file, text);
    git({"add", file});
    git({"-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "m"});
  }
  PageAge age() const { return age_of(page, folder.path()); }

  TemporaryFolder folder;
  std::filesystem::path page;

 private:
  std::string git(std::vector<std::string> words) const {
    words.insert(words.begin(), {"git", "-C", folder.path().string()});
    const CommandResult ran = run_command(words);
    EXPECT_EQ(ran.exit_code, 0) << ran.output;
    return ran.output;
  }
};

TEST(PageAge, CountsTheCommitsThatDecideFigures) {
  Repository repository;
  EXPECT_EQ(repository.age().since, 0u);
  repository.commit("docs/a.cpp", "1");
  repository.commit("hw/README.md", "1");
  EXPECT_EQ(repository.age().since, 0u);
  repository.commit("models/a.cpp", "2");
  repository.commit("hw/a.cpp", "3");
  EXPECT_EQ(repository.age().since, 2u);
}

TEST(PageAge, NeedsACommitThatTheHistoryHas) {
  Repository repository;
  repository.folder.add("p.md", "Made by hand");
  EXPECT_THROW(repository.age(), Error);
  repository.folder.add("p.md", "of commit 0123abc0");
  EXPECT_THROW(repository.age(), Error);
}

}  // namespace
}  // namespace heddle::page_age_test
