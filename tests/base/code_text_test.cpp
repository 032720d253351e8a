// SPDX-License-Identifier: Apache-2.0
#include "models/base/code_text.hpp"

#include <gtest/gtest.h>

namespace heddle::code_text_test {
namespace {

TEST(CodeText, CommentsBecomeBlanks) {
  EXPECT_EQ(without_comments("a // b\nc /* d\n e */ f"), "a  \nc   f");
  EXPECT_EQ(without_comments("a /* never ends"), "a  ");
  EXPECT_EQ(without_comments("a //"), "a  ");
}

TEST(CodeText, QuotesKeepWhatLooksLikeAComment) {
  EXPECT_EQ(without_comments(R"(s = "http://x"; // y)"), R"(s = "http://x";  )");
  EXPECT_EQ(without_comments(R"("\"//" /* z */)"), R"("\"//"  )");
  EXPECT_EQ(without_comments("'\"' // z"), "'\"'  ");
  EXPECT_EQ(without_comments("8'hff // z\n\"open\n// z"), "8'hff  \n\"open\n ");
}

TEST(CodeText, LayoutDoesNotCount) {
  EXPECT_EQ(bare_code("a;\n\n  b; // c\n"), bare_code("a; b;\n\t"));
  EXPECT_NE(bare_code("a b"), bare_code("ab"));
}

}  // namespace
}  // namespace heddle::code_text_test
