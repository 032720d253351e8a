// SPDX-License-Identifier: Apache-2.0
#include "models/base/code_text.hpp"

#include <algorithm>
#include <cctype>

namespace heddle {
namespace {

/// Returns the index behind the string literal, or behind the quoted '"', that begins at `i`; `i` when
/// neither begins there.
std::size_t behind_quotes(std::string_view text, std::size_t i) {
  if (text.substr(i, 3) == "'\"'") return i + 3;
  if (text[i] != '"') return i;
  for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
    if (text[i] == '\\') ++i;
  return std::min(i + 1, text.size());
}

std::size_t behind_comment(std::string_view text, std::size_t i) {
  if (text.substr(i, 2) == "//") return std::min(text.find('\n', i), text.size());
  if (text.substr(i, 2) != "/*") return i;
  const std::size_t end = text.find("*/", i + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

}  // namespace

std::string without_comments(std::string_view text) {
  std::string code;
  code.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t end = behind_comment(text, i); end != i) {
      code += ' ';
      i = end;
      continue;
    }
    const std::size_t end = std::max(behind_quotes(text, i), i + 1);
    code += text.substr(i, end - i);
    i = end;
  }
  return code;
}

std::string bare_code(std::string_view text) {
  std::string bare;
  for (const char c : without_comments(text)) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0)
      bare += c;
    else if (!bare.empty() && bare.back() != ' ')
      bare += ' ';
  }
  return bare;
}

}  // namespace heddle
