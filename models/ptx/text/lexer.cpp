// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/text/lexer.hpp"

#include <fmt/format.h>

#include <cctype>

namespace heddle::ptx {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%';
}
bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

class Lexer {
 public:
  Lexer(const SourceText& source, std::size_t file)
      : source_(source), text_(source.files.text_of(file)), line_(source.files.parts()[file].first_line) {}

  void run(std::vector<Token>& tokens) {
    do {
      skip_blanks();
      tokens.push_back(next());
      // Behind a number or a parenthesis no register can follow, so that `%` is the remainder there.
      behind_operand_ = tokens.back().kind == Token::Kind::number || tokens.back().is(')');
    } while (tokens.back().kind != Token::Kind::end);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  Place here() const { return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)}; }

  void step() {
    if (text_[at_++] == '\n') {
      ++line_;
      line_start_ = at_;
    }
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(peek()))) {
        step();
      } else if (peek() == '/' && peek(1) == '/') {
        while (at_ < text_.size() && peek() != '\n') step();
      } else if (begins_line_marker()) {
        while (at_ < text_.size() && peek() != '\n') step();
      } else if (text_.substr(at_, 7) == "@@DWARF") {  // debug data of PTX 2.x
        while (at_ < text_.size() && peek() != '\n') step();
      } else if (peek() == '/' && peek(1) == '*') {
        skip_block_comment();
      } else {
        return;
      }
    }
  }

  /// Whether this line is a preprocessor's `# 1 "a.cu"` or `#line 1 "a.cu"`.
  bool begins_line_marker() const {
    if (peek() != '#' ||
        text_.substr(line_start_, at_ - line_start_).find_first_not_of(" \t\r") != text_.npos)
      return false;
    const std::size_t word = text_.find_first_not_of(" \t", at_ + 1);
    return word != text_.npos && (is_digit(text_[word]) || text_.substr(word, 4) == "line");
  }

  void skip_block_comment() {
    const Place start = here();
    for (at_ += 2; !(peek() == '*' && peek(1) == '/'); step())
      if (at_ >= text_.size()) source_.fail(start, {.what = "comment has no end", .legal = "*/"});
    at_ += 2;
  }

  Token take(Token::Kind kind, std::size_t begin, Place place) const {
    return {kind, text_.substr(begin, at_ - begin), place};
  }

  Token next() {
    const Place place = here();
    const std::size_t begin = at_;
    if (at_ >= text_.size()) return {Token::Kind::end, "end of file", place};
    const char c = peek();
    if (starts_word(c) && !(c == '%' && behind_operand_)) {
      ++at_;
      while (in_word(peek())) ++at_;
      return take(Token::Kind::word, begin, place);
    }
    if (is_digit(c) || begins_fraction()) {
      scan_number();
      return take(Token::Kind::number, begin, place);
    }
    if (c == '.' && in_word(peek(1))) {
      ++at_;
      while (in_word(peek()) || (peek() == ':' && peek(1) == ':'))
        at_ += peek() == ':' ? 2 : 1;  // as in .L2::evict_last
      return take(Token::Kind::dotted, begin + 1, place);
    }
    if (c == '"') return string_literal(place);
    if (std::string_view(",;:{}[]()<>=+-|@!~*/%&^?").find(c) != std::string_view::npos) {
      ++at_;
      return take(Token::Kind::punct, begin, place);
    }
    source_.fail(place, {.what = "PTX syntax error: unexpected character", .value = std::string(1, c)});
  }

  /// Whether a number such as `.5` begins here. A suffix may begin with a digit, too, and then has a letter:
  /// `.2d`.
  bool begins_fraction() const {
    std::size_t n = 1;
    while (is_digit(peek(n))) ++n;
    if (peek() != '.' || n == 1) return false;
    const bool exponent =
        (peek(n) == 'e' || peek(n) == 'E') &&
        (is_digit(peek(n + 1)) || ((peek(n + 1) == '+' || peek(n + 1) == '-') && is_digit(peek(n + 2))));
    return exponent || !in_word(peek(n));
  }

  /// Scans integers (decimal, 0x, 0b, octal), floats (decimal, 0f, 0d) and their suffix U; the parser tells
  /// them apart.
  void scan_number() {
    const bool prefixed = peek() == '0' && std::isalpha(static_cast<unsigned char>(peek(1)));
    while (in_word(peek()) || (!prefixed && peek() == '.' && (is_digit(peek(1)) || !in_word(peek(1))))) {
      const bool exponent = !prefixed && (peek() == 'e' || peek() == 'E');
      ++at_;
      if (exponent && (peek() == '+' || peek() == '-')) ++at_;
    }
  }

  Token string_literal(Place place) {
    const std::size_t begin = ++at_;
    while (peek() != '"') {
      if (at_ >= text_.size() || peek() == '\n')
        source_.fail(place, {.what = "string has no end", .legal = "\""});
      ++at_;
    }
    const Token token = take(Token::Kind::string, begin, place);
    ++at_;
    return token;
  }

  const SourceText& source_;
  std::string_view text_;
  std::size_t at_ = 0, line_start_ = 0;
  std::uint32_t line_;
  bool behind_operand_ = false;
};

}  // namespace

std::string SourceText::place(Place place) const {
  return fmt::format("{}:{}", files.place_of(place.line), place.column);
}

void SourceText::fail(Place at, Problem problem) const {
  problem.place = place(at);
  throw Error(std::move(problem));
}

std::vector<Token> tokenize(const SourceText& source) {
  std::vector<Token> tokens;
  for (std::size_t file = 0; file < source.files.parts().size(); ++file) Lexer(source, file).run(tokens);
  return tokens;
}

}  // namespace heddle::ptx
