// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/text/token_stream.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <string>

namespace heddle::ptx {
namespace {

/// Converts all of `digits` to a number in `base`; returns nothing when that fails.
std::optional<std::uint64_t> to_integer(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc{} || end != digits.data() + digits.size() || digits.empty()) return std::nullopt;
  return value;
}

std::optional<Literal> to_literal(std::string_view text) {
  Literal literal;
  const auto as_integer = [&](std::string_view digits, int base) -> std::optional<Literal> {
    const auto value = to_integer(digits, base);
    if (!value) return std::nullopt;
    literal.integer = static_cast<std::int64_t>(*value);
    return literal;
  };
  const char prefix = text.size() > 1 && text[0] == '0' ? static_cast<char>(std::tolower(text[1])) : '\0';
  if (prefix == 'f' || prefix == 'd') {
    const bool single = prefix == 'f';
    if (text.size() != (single ? 10u : 18u) || !as_integer(text.substr(2), 16)) return std::nullopt;
    literal.is_real = true;
    literal.real_bits = single ? 32 : 64;
    literal.real = single ? std::bit_cast<float>(static_cast<std::uint32_t>(literal.integer))
                          : std::bit_cast<double>(literal.integer);
    return literal;
  }
  if (text.find('.') != text.npos || (prefix != 'x' && text.find_first_of("eE") != text.npos)) {
    literal.is_real = true;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), literal.real);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(literal) : std::nullopt;
  }
  if (text.ends_with('U')) text.remove_suffix(1);
  if (prefix == 'x') return as_integer(text.substr(2), 16);
  if (prefix == 'b') return as_integer(text.substr(2), 2);
  return as_integer(text, prefix != '\0' ? 8 : 10);
}

}  // namespace

bool TokenStream::accept(char c) {
  if (!peek().is(c)) return false;
  next();
  return true;
}

bool TokenStream::accept_dotted(std::string_view name) {
  if (!peek().is_dotted(name)) return false;
  next();
  return true;
}

void TokenStream::expect(char c, std::string_view where) {
  if (!accept(c)) syntax_error(peek(), fmt::format("'{}' {}", c, where));
}

const Token& TokenStream::expect_word(std::string_view what) {
  if (peek().kind != Token::Kind::word) syntax_error(peek(), what);
  return next();
}

Literal TokenStream::expect_literal(std::string_view what) {
  const bool minus = accept('-');
  const Token& token = peek();
  if (token.kind != Token::Kind::number) syntax_error(token, what);
  auto literal = to_literal(token.text);
  if (!literal)
    fail(token.place, {.what = "PTX syntax error: malformed number",
                       .value = std::string(token.text),
                       .legal = "decimal, 0x, 0b, octal, 1.5, 0f and 8 hex digits, 0d and 16 hex digits"});
  next();
  if (minus) {
    if (literal->real_bits != 0)
      fail(token.place, {.what = "PTX syntax error: a sign before a hexadecimal float",
                         .value = std::string(token.text),
                         .legal = "the sign is its top bit"});
    literal->integer = static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(literal->integer));
    literal->real = -literal->real;
  }
  return *literal;
}

std::int64_t TokenStream::expect_integer(std::string_view what) {
  const Token& token = peek();
  const Literal literal = expect_literal(what);
  if (literal.is_real) syntax_error(token, what);
  return literal.integer;
}

void TokenStream::check_nesting(unsigned depth) const {
  constexpr unsigned most = 128;
  if (depth > most)
    fail(peek().place, {.what = "nested too deeply",
                        .value = fmt::format("{}", depth),
                        .legal = fmt::format("up to {} inside one another", most)});
}

void TokenStream::skip_balanced(char open, char close) {
  const Token& start = peek();
  expect(open, "here");
  for (unsigned depth = 1; depth > 0; next()) {
    if (at_end()) syntax_error(start, fmt::format("a matching '{}'", close));
    if (peek().is(open)) ++depth;
    if (peek().is(close)) --depth;
  }
}

void TokenStream::skip_location() {
  while (true) {
    if (peek().kind == Token::Kind::number || peek().kind == Token::Kind::string) {
      next();
    } else if (accept(',')) {
      if (next().text == "function_name") next();
    } else if (!accept('+')) {  // as in L+16
      return;
    }
  }
}

void TokenStream::syntax_error(const Token& at, std::string_view legal) const {
  const bool dot = at.kind == Token::Kind::dotted;
  fail(at.place, {.what = "PTX syntax error: unexpected text",
                  .value = fmt::format("{}{}", dot ? "." : "", at.text),
                  .legal = std::string(legal)});
}

}  // namespace heddle::ptx
