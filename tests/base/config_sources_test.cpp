// SPDX-License-Identifier: Apache-2.0
#include "models/base/config_sources.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "models/base/config.hpp"
#include "models/base/scratch_folder.hpp"

namespace heddle::config_sources_test {
namespace {

struct Inner {
  unsigned depth = 4;
  unsigned width = 2;
  static constexpr auto parameters() {
    return std::tuple{parameter(&Inner::depth, "depth", "entries", 1u, 9u, "Smith2001 Table 3", "Depth"),
                      parameter(&Inner::width, "width", "B", 1u, 9u, "modelling choice", "Width")};
  }
};
struct Outer {
  unsigned plain = 1, above = 1, bare = 1, sharp = 1;
  std::string text = "a";
  Inner inner, other;
  static constexpr auto parameters() {
    using C = Outer;
    return std::tuple{parameter(&C::plain, "plain", "", 1u, 9u, "x", ""),
                      parameter(&C::above, "above", "", 1u, 9u, "x", ""),
                      parameter(&C::bare, "bare", "", 1u, 9u, "x", ""),
                      parameter(&C::sharp, "sharp", "", 1u, 9u, "x", ""),
                      parameter(&C::text, "text", "x", ""),
                      section(&C::inner, "inner", ""),
                      section(&C::other, "other", "")};
  }
};

TEST(ConfigSources, AreTheCommentsOfFilesAndTheSourcesOfDefaults) {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "a.yaml").string();
  std::ofstream(file) << "# Of all the file.\n"
                         "bare: 2\n"
                         "plain: 3   # Jones2002, Table 1\n"
                         "# Jones2002,\n"
                         "# Table 2\n"
                         "above: 4\n"
                         "text: \"# none\"   # the text: \"a # in it\"\n"
                         "inner: {depth: 5, width: 6}  # not known: a guess\n";
  ConfigTree tree;
  tree.add_file(file);
  tree.set("sharp=7");
  resolve<Outer>(tree);
  const std::string text = sources_text(tree);
  std::vector<std::string> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::string words;
    std::istringstream row(line);
    for (std::string word; row >> word;) words += (words.empty() ? "" : " ") + word;
    rows.push_back(words);
  }
  for (const std::string& row : std::vector<std::string>{
           "plain 3 Jones2002, Table 1", "above 4 Jones2002, Table 2",
           "bare 2 no source is given, in " + file + ":2:7", "sharp 7 command line",
           "text # none the text: \"a # in it\"", "inner.depth 5 entries not known: a guess",
           "other.depth 4 entries default: Smith2001 Table 3", "other.width = 2 B: modelling choice"})
    EXPECT_NE(std::find(rows.begin(), rows.end(), row), rows.end()) << row << " in\n" << text;
  for (const char* part :
       {"9 values: 3 with a source in a file, 1 defaults with the source of these, 1 of the",
        "1 in a file without a source, 3 choices"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

}  // namespace
}  // namespace heddle::config_sources_test
