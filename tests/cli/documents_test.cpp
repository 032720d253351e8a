// SPDX-License-Identifier: Apache-2.0
// What the first pages say is so: the README's excerpt is what the demo prints, and the commands of the pages
// exist, with their options.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <sstream>

#include "models/base/text_file.hpp"
#include "tests/cli/program.hpp"

namespace heddle::documents_test {
namespace {

std::string page(const std::string& name) {
  return read_text_file(std::string(HEDDLE_SOURCE_DIR) + "/" + name, "page");
}

/// The lines of the page's block that begins with this line.
std::vector<std::string> block_of(const std::string& text, const std::string& first) {
  std::istringstream rest(text.substr(text.find(first)));
  std::vector<std::string> lines;
  for (std::string line; std::getline(rest, line) && line != "```";) lines.push_back(line);
  return lines;
}

/// All commands between backquotes, without `./heddle`.
std::vector<std::string> commands_of(const std::string& text) {
  static const std::regex command("`\\./heddle ([^`]*)`");
  std::vector<std::string> all;
  for (std::sregex_iterator it(text.begin(), text.end(), command), end; it != end; ++it)
    all.push_back((*it)[1]);
  return all;
}

TEST(Readme, ShowsWhatTheDemoPrints) {
  const TemporaryFolder folder;
  const Ran demo = heddle({"demo"}, folder);
  ASSERT_EQ(demo.status, 0) << demo.err;
  const auto lines = block_of(page("README.md"), "pathfinder on ");
  ASSERT_GE(lines.size(), 5u);
  for (const std::string& line : lines)
    EXPECT_NE(demo.out.find(line + "\n"), std::string::npos) << line << "\n" << demo.out;
}

class Pages : public testing::TestWithParam<const char*> {};

TEST_P(Pages, NameCommandsAndOptionsThatExist) {
  const TemporaryFolder folder;
  std::map<std::string, std::string> help;
  unsigned seen = 0;
  for (const std::string& command : commands_of(page(GetParam()))) {
    std::istringstream words(command);
    std::string name, word;
    words >> name;
    if (name == "build" || name == "test" || name == "COMMAND" || name[0] == '-' || name == "...") continue;
    std::vector<std::string> asked{name, "--help"};
    if (name == "config") {
      words >> word;
      name += " " + word;
      asked.insert(asked.begin() + 1, word);
    }
    if (!help.contains(name)) {
      const Ran ran = heddle(asked, folder);
      ASSERT_EQ(ran.status, 0) << command << "\n" << ran.err;
      help[name] = ran.out;
    }
    ++seen;
    while (words >> word) {
      if (!word.starts_with("--") || word == "--help") continue;
      const std::string option = word.substr(0, word.find_first_of("=,`"));
      EXPECT_TRUE(std::regex_search(help[name], std::regex("(^|[ ,])" + option + "([ ,:\n]|$)")))
          << command << ": no option " << option;
    }
  }
  EXPECT_GE(seen, 3u);
}

INSTANTIATE_TEST_SUITE_P(, Pages, testing::Values("README.md", "docs/commands.md", "docs/design.md"),
                         [](const auto& p) {
                           std::string name = p.param;
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });

TEST(Parameters, StandOnTheirPage) {
  const TemporaryFolder folder;
  EXPECT_TRUE(heddle({"config", "schema", "--markdown"}, folder).out == page("docs/parameters.md"))
      << "renew it: heddle config schema --markdown > docs/parameters.md";
}

}  // namespace
}  // namespace heddle::documents_test
