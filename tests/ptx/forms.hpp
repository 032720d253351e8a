// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "tests/ptx/one_kernel.hpp"

/// Tables of opcode forms with spellings, each of which must pass the whole front end.
namespace heddle::test {

struct Form {
  const char* name;
  const char* statements;  ///< {a|b}: once with each
};

/// Replaces each {a|b} by each of its choices; braces without `|` are operands and stay.
inline void expand(const std::string& text, std::vector<std::string>& out) {
  for (std::size_t open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    const std::string inside = text.substr(open + 1, close - open - 1);
    if (open == 0 || text[open - 1] != '.') continue;
    for (std::size_t begin = 0; begin <= inside.size();) {
      const std::size_t end = std::min(inside.find('|', begin), inside.size());
      expand(text.substr(0, open) + inside.substr(begin, end - begin) + text.substr(close + 1), out);
      begin = end + 1;
    }
    return;
  }
  out.push_back(text);
}

inline std::vector<std::string> statements(const std::string& text) {
  if (text.starts_with("{")) return {text};
  std::vector<std::string> result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find(';', begin) + 1;
    expand(text.substr(begin, end - begin), result);
    begin = text.find_first_not_of(' ', end);
  }
  return result;
}

inline std::string module_with(const std::string& statement) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n.const .align 8 .f32 c[8];\n.global .texref t;\n"
         ".func (.param .b32 z) fn(.param .b32 w) { .reg .b32 v; ld.param.b32 v,[w]; st.param.b32 [z],v; "
         "ret; }\n"
         ".visible .entry k(.param .u64 a) {\n.reg .b16 h<4>; .reg .b32 r<5>; .reg .b64 q<4>; .reg .f32 "
         "f<6>; .reg .f64 "
         "d<4>; .reg .pred p<3>;\n.shared .align 16 .b8 sh[64]; .local .align 16 .b8 lo[64];\n" +
         statement + "\nEND: ret;\n}\n";
}

/// Returns what is wrong with a form's spellings; nothing when all are accepted.
inline std::string complaint(const Form& form) {
  for (const std::string& statement : statements(form.statements)) {
    try {
      (void)ptx::PtxModule(module_with(statement), "census.ptx").compile("k");
    } catch (const Error& e) {
      return statement + ": " + e.what();
    }
  }
  return {};
}

/// Checks every form, and that no form is listed twice; prints how many forms of `title` are covered.
inline void expect_forms(std::span<const Form> forms, const char* title) {
  std::size_t covered = 0, spellings = 0;
  std::map<std::string, int> count;
  for (const Form& form : forms) {
    spellings += statements(form.statements).size();
    const std::string wrong = complaint(form);
    EXPECT_EQ(wrong, "") << form.name;
    EXPECT_EQ(++count[form.name], 1) << form.name;
    covered += wrong.empty();
  }
  std::printf("%s covered: %zu of %zu, in %zu spellings\n", title, covered, forms.size(), spellings);
}

}  // namespace heddle::test
