// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "models/ptx/text/lexer.hpp"

namespace heddle::ptx {

/// A literal as written: an integer, or a float whose exact bits (0f, 0d) are in `integer`.
struct Literal {
  bool is_real = false;
  std::uint8_t real_bits = 0;  ///< 32 or 64: `integer` holds the bits
  std::int64_t integer = 0;
  double real = 0;
};

/// Reads tokens one after the other; what is not there as expected is a syntax error at its place.
class TokenStream {
 public:
  TokenStream(const SourceText& source, std::vector<Token> tokens)
      : source_(source), tokens_(std::move(tokens)) {}

  const SourceText& source() const { return source_; }
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  /// Stays at the end of a file.
  const Token& next() { return tokens_[at_end() ? at_ : at_++]; }
  /// Where the next token stands, to come back to.
  std::size_t position() const { return at_; }
  void seek(std::size_t position) { at_ = position; }
  bool at_end() const { return peek().kind == Token::Kind::end; }
  /// From the end of a file to the next one; false when there is none.
  bool next_file() { return at_ + 1 < tokens_.size() ? (++at_, true) : false; }

  bool accept(char c);
  bool accept_dotted(std::string_view name);
  void expect(char c, std::string_view where);
  /// A word (identifier, register, opcode); `what` names it in the message.
  const Token& expect_word(std::string_view what);
  /// A literal, with its sign if one stands before it.
  Literal expect_literal(std::string_view what);
  std::int64_t expect_integer(std::string_view what);
  /// Throws Error at the next token when it would be the `depth`-th inside one another, with `depth` beyond
  /// what any compiler writes: reading such text would exhaust the stack.
  void check_nesting(unsigned depth) const;
  /// Passes over a balanced { } or ( ) that starts here.
  void skip_balanced(char open, char close);
  /// Passes over what stands behind .loc or .file, which nothing terminates: numbers, strings, and
  /// `, function_name L, inlined_at 1 2 3`.
  void skip_location();

  [[noreturn]] void syntax_error(const Token& at, std::string_view legal) const;
  [[noreturn]] void fail(Place place, Problem problem) const { source_.fail(place, std::move(problem)); }

 private:
  const SourceText& source_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace heddle::ptx
