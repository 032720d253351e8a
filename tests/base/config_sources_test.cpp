#include "models/base/config_sources.hpp"

#include <gtest/gtest.h>

#include <fstream>

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
  using Kind = ValueSource::Kind;
  const std::vector<std::pair<Kind, std::string>> expected{
      {Kind::file, "Jones2002, Table 1"},      {Kind::file, "Jones2002, Table 2"},
      {Kind::no_word, file + ":2:7"},          {Kind::user, "command line"},
      {Kind::file, "the text: \"a # in it\""}, {Kind::choice, "not known: a guess"},
      {Kind::choice, "not known: a guess"},    {Kind::fallback, "Smith2001 Table 3"},
      {Kind::choice, "modelling choice"}};
  ASSERT_EQ(tree.resolved().size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const ValueSource s = source_of(tree.resolved()[k]);
    EXPECT_EQ(s.kind, expected[k].first) << tree.resolved()[k].info.path;
    EXPECT_EQ(s.text, expected[k].second);
  }
  const std::string text = sources_text(tree);
  for (const char* part : {"inner.depth  5 entries", "9 values: 3 with a source in a file, 1 defaults",
                           "1 of the command line, 1 in a file without a source, 3 choices",
                           "  other.width = 2 B: modelling choice"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

}  // namespace
}  // namespace heddle::config_sources_test
