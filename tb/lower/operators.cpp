// SPDX-License-Identifier: Apache-2.0
#include "tb/lower/operators.hpp"

#include <array>
#include <bit>

namespace heddle::lower {
namespace {

using Form = Operator::Form;

constexpr std::array table{
    Operator{"not", "~", Form::unary},
    Operator{"negate", "-", Form::unary},
    Operator{"lognot", "!", Form::reduction},
    Operator{"redand", "&", Form::reduction},
    Operator{"redor", "|", Form::reduction},
    Operator{"redxor", "^", Form::reduction},
    Operator{"redxnor", "~^", Form::reduction},
    Operator{"and", "&", Form::binary},
    Operator{"or", "|", Form::binary},
    Operator{"xor", "^", Form::binary},
    Operator{"xnor", "~^", Form::binary},
    Operator{"add", "+", Form::binary},
    Operator{"sub", "-", Form::binary},
    Operator{"mul", "*", Form::binary},
    Operator{"muls", "*", Form::binary, true},
    Operator{"div", "/", Form::binary},
    Operator{"divs", "/", Form::binary, true},
    Operator{"moddiv", "%", Form::binary},
    Operator{"moddivs", "%", Form::binary, true},
    Operator{"eq", "==", Form::compare},
    Operator{"neq", "!=", Form::compare},
    Operator{"eqcase", "==", Form::compare},
    Operator{"neqcase", "!=", Form::compare},
    Operator{"lt", "<", Form::compare},
    Operator{"lte", "<=", Form::compare},
    Operator{"gt", ">", Form::compare},
    Operator{"gte", ">=", Form::compare},
    Operator{"lts", "<", Form::compare, true},
    Operator{"ltes", "<=", Form::compare, true},
    Operator{"gts", ">", Form::compare, true},
    Operator{"gtes", ">=", Form::compare, true},
    Operator{"shiftl", "<<", Form::shift},
    Operator{"shiftr", ">>", Form::shift},
    Operator{"shiftrs", ">>>", Form::shift, true},
};

template <class T>
bool compared(std::string_view text, T a, T b) {
  return text == "=="   ? a == b
         : text == "!=" ? a != b
         : text == "<"  ? a < b
         : text == "<=" ? a <= b
         : text == ">"  ? a > b
                        : a >= b;
}

std::optional<Bits> fold_unary(const Operator& op, unsigned width, const Bits& a) {
  if (op.text == "~") {
    std::string digits = a.digits();
    for (char& c : digits) c = c == '0' ? '1' : '0';
    return Bits(digits);
  }
  const std::string& d = a.digits();
  std::size_t ones = 0;
  for (const char c : d) ones += c == '1';
  if (op.text == "&") return Bits(width, ones == d.size());
  if (op.text == "|") return Bits(width, ones != 0);
  if (op.text == "!") return Bits(width, ones == 0);
  if (op.text == "^") return Bits(width, ones % 2);
  if (op.text == "~^") return Bits(width, ones % 2 == 0);
  const auto value = a.value();
  return value && width <= 64 ? std::optional(Bits(width, 0 - *value)) : std::nullopt;
}

std::optional<Bits> fold_binary(const Operator& op, unsigned width, const Bits& a, const Bits& b) {
  const std::string_view t = op.text;
  if (op.form == Form::compare && (t == "==" || t == "!=")) return Bits(width, (a == b) == (t == "=="));
  if (t == "&" || t == "|" || t == "^" || t == "~^") {
    std::string digits = a.digits();
    for (std::size_t i = 0; i < digits.size(); ++i) {
      const bool x = digits[i] == '1', y = b.digits()[i] == '1';
      digits[i] = (t == "&" ? x && y : t == "|" ? x || y : t == "^" ? x != y : x == y) ? '1' : '0';
    }
    return Bits(digits);
  }
  if (a.width() > 64) return std::nullopt;
  const auto u = a.value(), v = b.value();
  if (!u || !v) return std::nullopt;
  if (op.form == Form::shift) {
    const bool beyond = *v >= width;
    if (t == "<<") return Bits(width, beyond ? 0 : *u << *v);
    if (t == ">>") return Bits(width, beyond ? 0 : *u >> *v);
    return Bits(width, static_cast<std::uint64_t>(*a.signed_value() >> (beyond ? 63 : *v)));
  }
  const std::int64_t i = *a.signed_value(), k = b.signed_value().value_or(0);
  if (op.form == Form::compare) return Bits(width, op.is_signed ? compared(t, i, k) : compared(t, *u, *v));
  if (t == "+") return Bits(width, *u + *v);
  if (t == "-") return Bits(width, *u - *v);
  if (t == "*") return Bits(width, *u * *v);
  if (*v == 0 || (op.is_signed && k == -1)) return std::nullopt;
  if (t == "/") return Bits(width, op.is_signed ? static_cast<std::uint64_t>(i / k) : *u / *v);
  return Bits(width, op.is_signed ? static_cast<std::uint64_t>(i % k) : *u % *v);
}

}  // namespace

const Operator* find_operator(std::string_view kind) {
  for (const Operator& op : table)
    if (op.kind == kind) return &op;
  return nullptr;
}

std::optional<Bits> fold(const Operator& op, unsigned width, const Value& a, const Value* b) {
  if (op.form == Form::binary && b != nullptr) {  // one operand decides
    for (const auto* one : {&a, b})
      if ((op.text == "&" && one->is_zero()) || (op.text == "|" && one->is_ones())) return one->bits();
  }
  if (!a.bits() || a.bits()->has_unknown()) return std::nullopt;
  if (b == nullptr) return fold_unary(op, width, *a.bits());
  if (!b->bits() || b->bits()->has_unknown()) return std::nullopt;
  return fold_binary(op, width, *a.bits(), *b->bits());
}

}  // namespace heddle::lower
