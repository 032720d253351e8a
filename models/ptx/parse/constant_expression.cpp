// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/parse/constant_expression.hpp"

#include <array>
#include <limits>
#include <string>

namespace heddle::ptx {
namespace {

struct Value {
  Literal literal;
  bool is_unsigned = false;

  std::uint64_t bits() const { return static_cast<std::uint64_t>(literal.integer); }
  double real() const {
    if (literal.is_real) return literal.real;
    return is_unsigned ? static_cast<double>(bits()) : static_cast<double>(literal.integer);
  }
  bool truth() const { return literal.is_real ? literal.real != 0 : literal.integer != 0; }
};

Value integer(std::uint64_t bits, bool is_unsigned) {
  return {.literal = {.integer = static_cast<std::int64_t>(bits)}, .is_unsigned = is_unsigned};
}
Value truth(bool value) { return integer(value ? 1 : 0, false); }
Value real(double value) { return {.literal = {.is_real = true, .real = value}}; }

/// The binary operators; a higher level binds more tightly. Of two that begin alike, the longer one stands
/// first.
struct Operator {
  std::string_view text;
  int level;
};
constexpr std::array<Operator, 18> operators{{{"||", 1},
                                              {"&&", 2},
                                              {"==", 6},
                                              {"!=", 6},
                                              {"<<", 8},
                                              {">>", 8},
                                              {"<=", 7},
                                              {">=", 7},
                                              {"|", 3},
                                              {"^", 4},
                                              {"&", 5},
                                              {"<", 7},
                                              {">", 7},
                                              {"+", 9},
                                              {"-", 9},
                                              {"*", 10},
                                              {"/", 10},
                                              {"%", 10}}};
constexpr unsigned deepest = 100;

class Parser {
 public:
  Parser(TokenStream& in, std::string_view what) : in_(in), what_(what) {}

  Value conditional() {
    const Nesting nesting(*this);
    Value condition = binary(1);
    if (!in_.accept('?')) return condition;
    const Value yes = conditional();
    in_.expect(':', "in a conditional expression");
    const Value no = conditional();
    const Value& chosen = condition.truth() ? yes : no;
    if (yes.literal.is_real || no.literal.is_real) return real(chosen.real());
    return integer(chosen.bits(), yes.is_unsigned || no.is_unsigned);
  }

 private:
  struct Nesting {
    explicit Nesting(Parser& p) : parser(p) {
      if (++parser.depth_ > deepest)
        parser.in_.fail(parser.in_.peek().place,
                        {.what = "constant expression is nested too deeply", .legal = fmt_limit()});
    }
    ~Nesting() { --parser.depth_; }
    Nesting(const Nesting&) = delete;
    static std::string fmt_limit() { return "up to " + std::to_string(deepest) + " levels"; }
    Parser& parser;
  };

  /// Returns the next token's operator, if it binds at least as tightly as `level`.
  const Operator* next_operator(int level) const {
    const Token& first = in_.peek();
    if (first.kind != Token::Kind::punct) return nullptr;
    const Token& second = in_.peek(1);
    const bool adjacent = second.kind == Token::Kind::punct && second.place.line == first.place.line &&
                          second.place.column == first.place.column + 1;
    for (const Operator& op : operators) {
      if (op.text[0] != first.text[0] || (op.text.size() == 2 && !(adjacent && second.is(op.text[1]))))
        continue;
      return op.level >= level ? &op : nullptr;
    }
    return nullptr;
  }

  Value binary(int level) {
    Value left = unary();
    while (const Operator* op = next_operator(level)) {
      const Place place = in_.peek().place;
      for (std::size_t k = 0; k < op->text.size(); ++k) in_.next();
      const Value right = binary(op->level + 1);
      left = left.literal.is_real || right.literal.is_real
                 ? on_reals(op->text, left.real(), right.real(), left, right, place)
                 : on_integers(op->text, left, right, place);
    }
    return left;
  }

  Value unary() {
    const Nesting nesting(*this);
    const Token& token = in_.peek();
    if (in_.accept('+')) return unary();
    if (in_.accept('-')) {
      const Value v = unary();
      if (v.literal.real_bits != 0)
        in_.fail(token.place, {.what = "PTX syntax error: a sign before a hexadecimal float",
                               .legal = "the sign is its top bit"});
      return v.literal.is_real ? real(-v.literal.real) : integer(0 - v.bits(), v.is_unsigned);
    }
    if (in_.accept('!')) return truth(!unary().truth());
    if (in_.accept('~')) return integer(~integral(unary(), token.place).bits(), true);
    return primary();
  }

  Value primary() {
    const Token& token = in_.peek();
    if (in_.accept('(')) {
      if (in_.peek().is_dotted("s64") || in_.peek().is_dotted("u64")) {
        const bool to_unsigned = in_.next().text == "u64";
        in_.expect(')', "behind a cast");
        return integer(integral(unary(), token.place).bits(), to_unsigned);
      }
      const Value v = conditional();
      in_.expect(')', "behind an expression");
      return v;
    }
    if (token.kind == Token::Kind::word && token.text == "WARP_SZ") {
      in_.next();
      return integer(32, false);
    }
    if (token.kind != Token::Kind::number) in_.syntax_error(token, what_);
    Value v{.literal = in_.expect_literal(what_)};
    v.is_unsigned = !v.literal.is_real && (token.text.ends_with('U') || v.literal.integer < 0);
    return v;
  }

  const Value& integral(const Value& v, Place place) const {
    if (v.literal.is_real)
      in_.fail(place, {.what = "operator needs integers", .value = std::to_string(v.literal.real)});
    return v;
  }

  Value on_reals(std::string_view op, double a, double b, const Value& left, const Value& right,
                 Place place) {
    if (op == "||") return truth(left.truth() || right.truth());
    if (op == "&&") return truth(left.truth() && right.truth());
    if (op == "+") return real(a + b);
    if (op == "-") return real(a - b);
    if (op == "*") return real(a * b);
    if (op == "/") return real(a / b);
    if (op == "==") return truth(a == b);
    if (op == "!=") return truth(a != b);
    if (op == "<") return truth(a < b);
    if (op == "<=") return truth(a <= b);
    if (op == ">") return truth(a > b);
    if (op == ">=") return truth(a >= b);
    in_.fail(place, {.what = "operator needs integers", .value = std::string(op)});
  }

  Value on_integers(std::string_view op, const Value& left, const Value& right, Place place) {
    const std::uint64_t a = left.bits(), b = right.bits();
    const bool is_unsigned = left.is_unsigned || right.is_unsigned;
    const bool below = is_unsigned ? a < b : left.literal.integer < right.literal.integer;
    if (op == "||") return truth(a != 0 || b != 0);
    if (op == "&&") return truth(a != 0 && b != 0);
    if (op == "|") return integer(a | b, is_unsigned);
    if (op == "^") return integer(a ^ b, is_unsigned);
    if (op == "&") return integer(a & b, is_unsigned);
    if (op == "==") return truth(a == b);
    if (op == "!=") return truth(a != b);
    if (op == "<") return truth(below);
    if (op == ">=") return truth(!below);
    if (op == "<=") return truth(below || a == b);
    if (op == ">") return truth(!below && a != b);
    if (op == "<<") return integer(b < 64 ? a << b : 0, left.is_unsigned);
    if (op == ">>") return shifted_right(left, b);
    if (op == "+") return integer(a + b, is_unsigned);
    if (op == "-") return integer(a - b, is_unsigned);
    if (op == "*") return integer(a * b, is_unsigned);
    if (b == 0) in_.fail(place, {.what = "division by zero in a constant expression"});
    if (op == "%") return integer(a % b, false);
    if (is_unsigned) return integer(a / b, true);
    // The negative of the least integer is out of range; divided by -1 it stays the same.
    return right.literal.integer == -1
               ? integer(0 - a, false)
               : integer(static_cast<std::uint64_t>(left.literal.integer / right.literal.integer), false);
  }

  static Value shifted_right(const Value& v, std::uint64_t n) {
    if (v.is_unsigned) return integer(n < 64 ? v.bits() >> n : 0, true);
    return integer(static_cast<std::uint64_t>(v.literal.integer >> (n < 64 ? n : 63)), false);
  }

  TokenStream& in_;
  std::string_view what_;
  unsigned depth_ = 0;
};

}  // namespace

Literal parse_constant(TokenStream& in, std::string_view what) {
  return Parser(in, what).conditional().literal;
}

std::int64_t parse_constant_integer(TokenStream& in, std::string_view what) {
  const Token& token = in.peek();
  const Literal literal = parse_constant(in, what);
  if (literal.is_real) in.syntax_error(token, what);
  return literal.integer;
}

bool begins_constant(const TokenStream& in) {
  const Token& token = in.peek();
  if (token.kind == Token::Kind::number || token.text == "WARP_SZ") return true;
  return token.is('-') || token.is('+') || token.is('~') || token.is('(') ||
         (token.is('!') && (in.peek(1).kind != Token::Kind::word || in.peek(1).text == "WARP_SZ"));
}

}  // namespace heddle::ptx
