// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <bit>

#include "tb/lower/operators.hpp"
#include "tb/lower/process.hpp"

namespace heddle::lower {
namespace {

/// Nodes that change a type, and nothing else.
bool is_cast(const Node& node) {
  return node.is("cast") || node.is("ccast") || node.is("castsize") || node.is("castwrap") ||
         node.is("signed") || node.is("unsigned") || node.is("streamr") || node.is("sampled");
}

std::string joined(const Operator& op, const Value& a, const Value& b) {
  if (op.is_signed && op.form == Operator::Form::shift)
    return fmt::format("{{($signed({}) {} {})}}", a.text(), op.text, b.text());
  if (op.is_signed && op.form == Operator::Form::binary)
    return fmt::format("{{($signed({}) {} $signed({}))}}", a.text(), op.text, b.text());
  if (op.is_signed) return fmt::format("($signed({}) {} $signed({}))", a.text(), op.text, b.text());
  return fmt::format("({} {} {})", a.text(), op.text, b.text());
}

}  // namespace

Value Process::constant(const Node& node) const {
  const auto bits = Bits::parse(node.name());
  if (!bits) refuse(node, "hardware has no such constant");
  return Value::constant(*bits);
}

Value Process::hold(const Value& value) {
  const Net& net = make_local("value", value.width());
  emit_assign(net, net.text(), value.text(), false);
  return Value::of(net);
}

Value Process::selectable(const Value& value) { return value.selectable() ? value : hold(value); }

Value Process::extended(const Value& value, unsigned width, bool sign) {
  if (value.width() >= width) return sized(value, width);
  if (value.bits()) return Value::constant(value.bits()->extended(width, sign));
  const unsigned more = width - value.width();
  if (!sign) return Value::expression(width, fmt::format("{{{}'b0, {}}}", more, value.text()));
  const Value whole = value.selectable() ? value : hold(value);
  return Value::expression(width, fmt::format("{{{{{}{{{}}}}}, {}}}", more,
                                              whole.part(whole.width() - 1, 1).text(), whole.text()));
}

Value Process::sized(const Value& value, unsigned width) {
  if (value.width() == width) return value;
  if (value.width() < width) return extended(value, width, false);
  return (value.selectable() ? value : hold(value)).part(0, width);
}

Value Process::choose(const Value& condition, const Value& a, const Value& b) const {
  if (const auto known = condition.number()) return *known != 0 ? a : b;
  return Value::expression(a.width(), fmt::format("({} ? {} : {})", condition.text(), a.text(), b.text()));
}

Value Process::sum_of_bits(const Value& value, unsigned width) {
  if (value.bits() && !value.bits()->has_unknown()) {
    std::uint64_t ones = 0;
    for (const char c : value.bits()->digits()) ones += c == '1';
    return Value::constant(Bits(width, ones));
  }
  const Value whole = value.selectable() ? value : hold(value);
  const auto bits = static_cast<unsigned>(std::bit_width(value.width()));
  std::string sum;
  for (unsigned i = 0; i < whole.width(); ++i)
    sum += fmt::format("{}{{{}'b0, {}}}", i == 0 ? "" : " + ", bits, whole.part(i, 1).text());
  return sized(Value::expression(bits + 1, "(" + sum + ")"), width);
}

/// {<<N{x}}: pieces of N bits, the lowest first; the last one may be shorter.
Value Process::streamed(const Node& node) {
  const Value value = selectable(evaluate(node.child(0)));
  const auto size = evaluate(node.child(1)).number();
  if (!size || *size == 0) refuse(node, "the size of its pieces is no constant");
  std::string text;
  std::optional<Bits> bits;
  std::string digits;
  for (unsigned lsb = 0; lsb < value.width(); lsb += static_cast<unsigned>(*size)) {
    const Value piece = value.part(lsb, std::min(static_cast<unsigned>(*size), value.width() - lsb));
    text += fmt::format("{}{}", lsb == 0 ? "" : ", ", piece.text());
    if (piece.bits()) digits += piece.bits()->digits();
  }
  if (digits.size() == value.width()) return Value::constant(Bits(digits));
  return Value::expression(value.width(), "{" + text + "}");
}

Value Process::power(const Node& node) {
  const unsigned width = design_.types().width(node);
  const Value base = evaluate(node.child(0)), exponent = evaluate(node.child(1));
  if (exponent.number() && *exponent.number() <= 64) {
    Value product = Value::constant(Bits(width, 1));
    const Value factor = sized(base, width);
    for (std::uint64_t i = 0; i < *exponent.number(); ++i) {
      const Operator& times = *find_operator("mul");
      const auto known = fold(times, width, product, &factor);
      product = known    ? Value::constant(*known)
                : i == 0 ? factor
                         : Value::expression(width, joined(times, product, factor));
    }
    return product;
  }
  if (base.number() == 2u)
    return Value::expression(width, fmt::format("({} << {})", Bits(width, 1).text(), exponent.text()));
  return power_of_signals(node, base, exponent);
}

/// The product of base, base squared and so on, of those whose bit of the exponent is set. Of a negative
/// exponent only 1 and -1 have a power that is not 0.
Value Process::power_of_signals(const Node& node, const Value& base, const Value& exponent) {
  constexpr unsigned most = 8;
  if (exponent.width() > most) refuse(node, "a power whose exponent is a signal of more than 8 bits");
  const unsigned width = design_.types().width(node);
  const Value one = Value::constant(Bits(width, 1)), bits = selectable(exponent);
  const bool may_be_negative = node.is("powss") || node.is("powus");
  const unsigned digits = exponent.width() - may_be_negative;
  const auto times = [&](const Value& a, const Value& b) {
    const Operator& op = *find_operator("mul");
    if (a.number() == 1u) return b;
    const auto known = fold(op, width, a, &b);
    return known ? Value::constant(*known) : hold(Value::expression(width, joined(op, a, b)));
  };
  const Value whole = sized(base, width);
  Value factor = whole, product = one;
  for (unsigned i = 0; i < digits; ++i) {
    if (i != 0) factor = times(factor, factor);
    product = hold(choose(bits.part(i, 1), times(product, factor), product));
  }
  if (!may_be_negative) return product;
  const auto is = [&](const Value& a, const Value& b) {
    const Operator& op = *find_operator("eq");
    const auto known = fold(op, 1, a, &b);
    return known ? Value::constant(*known) : Value::expression(1, joined(op, a, b));
  };
  const Value minus_one = Value::constant(Bits(std::string(width, '1'))),
              zero = Value::constant(Bits(width, 0));
  Value inverse = choose(is(whole, one), one, zero);
  if (node.is("powss"))
    inverse = choose(is(whole, minus_one), choose(bits.part(0, 1), minus_one, one), inverse);
  return choose(bits.part(digits, 1), hold(inverse), product);
}

Value Process::equal_arrays(const Node& node) {
  const bool right = node.child(0).is("initarray");
  const Shape shape = design_.types().shape(node.child(right ? 1 : 0));
  const std::vector<Value> a = evaluate_array(node.child(0), shape), b = evaluate_array(node.child(1), shape);
  if (a.size() != b.size()) refuse(node, "the two arrays differ in their sizes");
  std::string text;
  for (std::size_t i = 0; i < a.size(); ++i)
    text += fmt::format("{}({} == {})", i == 0 ? "" : " & ", a[i].text(), sized(b[i], a[i].width()).text());
  return Value::expression(1, fmt::format("{}({})", node.is("neq") || node.is("neqcase") ? "!" : "", text));
}

Value Process::evaluate_operator(const Node& node) {
  const Operator& op = *find_operator(node.kind);
  using Form = Operator::Form;
  const unsigned width = design_.types().width(node);
  if (op.form == Form::compare &&
      (node.child(0).is("initarray") || design_.types().shape(node.child(0)).is_array()))
    return equal_arrays(node);
  Value a = evaluate(node.child(0));
  if (op.form == Form::unary || op.form == Form::reduction) {
    if (op.form == Form::unary) a = sized(a, width);
    if (const auto known = fold(op, width, a, nullptr)) return Value::constant(*known);
    return sized(
        Value::expression(op.form == Form::unary ? width : 1, fmt::format("({}{})", op.text, a.text())),
        width);
  }
  Value b = evaluate(node.child(1));
  if (op.form == Form::compare) {
    const unsigned common = std::max(a.width(), b.width());
    a = extended(a, common, op.is_signed), b = extended(b, common, op.is_signed);
  } else {
    a = sized(a, width);
    if (op.form == Form::binary) b = sized(b, width);
  }
  if (const auto known = fold(op, width, a, &b)) return Value::constant(*known);
  if ((op.text == "&" && a.is_ones()) || ((op.text == "|" || op.text == "+") && a.is_zero())) return b;
  if ((op.text == "&" && b.is_ones()) || ((op.text == "|" || op.text == "+") && b.is_zero())) return a;
  return sized(Value::expression(op.form == Form::compare ? 1 : width, joined(op, a, b)), width);
}

/// The bits from `lsb` on of an expression. Bits of a sum need nothing above them, so that a part of an
/// expression mostly is an expression of parts.
Value Process::low_part(const Node& node, unsigned lsb, unsigned width) {
  const unsigned all = design_.types().width(node);
  if (lsb == 0 && width == all) return evaluate(node);
  if (lsb + width <= all) {
    if (node.is("and") || node.is("or") || node.is("xor") ||
        (lsb == 0 && (node.is("add") || node.is("sub") || node.is("mul") || node.is("muls")))) {
      const Operator& op = *find_operator(node.is("muls") ? "mul" : node.kind);
      const Value a = low_part(node.child(0), lsb, width), b = low_part(node.child(1), lsb, width);
      if (const auto known = fold(op, width, a, &b)) return Value::constant(*known);
      return Value::expression(width, joined(op, a, b));
    }
    if (node.is("not")) {
      const Value a = low_part(node.child(0), lsb, width);
      if (const auto known = fold(*find_operator("not"), width, a, nullptr)) return Value::constant(*known);
      return Value::expression(width, fmt::format("(~{})", a.text()));
    }
    if (node.is("extend") || node.is("extends")) {
      const unsigned inner = design_.types().width(node.child(0));
      if (lsb + width <= inner) return low_part(node.child(0), lsb, width);
      if (lsb == 0) return extended(evaluate(node.child(0)), width, node.is("extends"));
    }
    if (node.is("concat")) {
      const unsigned low = design_.types().width(node.child(1));
      if (lsb + width <= low) return low_part(node.child(1), lsb, width);
      if (lsb >= low) return low_part(node.child(0), lsb - low, width);
    }
  }
  return selectable(evaluate(node)).part(lsb, width);
}

/// A part of something that is no variable.
Value Process::part_of_expression(const Node& node) {
  const Node& from = node.child(0);
  if (node.is("arraysel")) {
    const Value index = evaluate(node.child(1));
    const Shape shape = design_.types().shape(from);
    return element(evaluate_array(from, shape), shape.dimensions.at(0), index).at(0);
  }
  if (node.is("structsel")) {
    const Types::Member m = design_.types().member(from, node);
    return selectable(evaluate(from)).part(m.lsb, m.width);
  }
  const Value lowest = evaluate(node.child(1));
  const auto width = evaluate(node.child(2)).number();
  if (!width) refuse(node, "the width of a part is no constant");
  const auto bits = static_cast<unsigned>(*width);
  if (const auto lsb = lowest.number())
    return low_part(from, static_cast<unsigned>(std::min<std::uint64_t>(*lsb, 1u << 30)), bits);
  const Value whole = hold(evaluate(from));
  return Value::expression(bits, fmt::format("{}[{} +: {}]", whole.text(), lowest.text(), bits));
}

Value Process::evaluate(const Node& node) {
  place_ = node.place.line != 0 ? node.place : place_;
  if (node.is("const")) {
    Value value = constant(node);
    if (value.bits()->digits().find('z') != std::string::npos) refuse(node, "a three-state driver");
    return value;
  }
  if (is_spot(node)) return read(spot(node), node);
  if (node.is("sel") || node.is("arraysel") || node.is("structsel")) return part_of_expression(node);
  if (find_operator(node.kind) != nullptr) return evaluate_operator(node);
  const unsigned width = design_.types().width(node);
  if (node.is("cond")) {
    const Value condition = evaluate(node.child(0));
    if (const auto known = condition.number()) return sized(evaluate(node.child(*known != 0 ? 1 : 2)), width);
    const Value a = sized(evaluate(node.child(1)), width), b = sized(evaluate(node.child(2)), width);
    return choose(condition, a, b);
  }
  if (node.is("extend") || node.is("extends"))
    return extended(evaluate(node.child(0)), width, node.is("extends"));
  if (node.is("concat")) {
    const Value a = evaluate(node.child(0)), b = evaluate(node.child(1));
    if (a.bits() && b.bits()) return Value::constant(Bits(a.bits()->digits() + b.bits()->digits()));
    return sized(Value::expression(a.width() + b.width(), fmt::format("{{{}, {}}}", a.text(), b.text())),
                 width);
  }
  if (node.is("replicate")) {
    const Value a = evaluate(node.child(0));
    const auto times = evaluate(node.child(1)).number();
    if (!times || *times == 0) refuse(node, "the number of copies is no positive constant");
    std::string digits;
    for (std::uint64_t i = 0; a.bits() && i < *times; ++i) digits += a.bits()->digits();
    if (a.bits()) return Value::constant(Bits(digits));
    return sized(Value::expression(a.width() * static_cast<unsigned>(*times),
                                   fmt::format("{{{}{{{}}}}}", *times, a.text())),
                 width);
  }
  if (node.is("streaml")) return sized(streamed(node), width);
  if (node.is("logand") || node.is("logor") || node.is("logif") || node.is("logeq")) {
    Value a = sized(evaluate(node.child(0)), 1);
    Value b = sized(evaluate(node.child(1)), 1);
    const bool both = node.is("logand");
    const Operator& op = *find_operator(both ? "and" : node.is("logeq") ? "eq" : "or");
    if (node.is("logif")) {
      const auto known = fold(*find_operator("not"), 1, a, nullptr);
      a = known ? Value::constant(*known) : Value::expression(1, fmt::format("(!{})", a.text()));
    }
    if (const auto known = fold(op, 1, a, &b)) return Value::constant(*known);
    if (op.form == Operator::Form::binary) {
      if (both ? a.is_ones() : a.is_zero()) return b;
      if (both ? b.is_ones() : b.is_zero()) return a;
    }
    return Value::expression(1, fmt::format("({} {} {})", a.text(),
                                            both             ? "&&"
                                            : op.text == "|" ? "||"
                                                             : "==",
                                            b.text()));
  }
  if (node.is("eqwild") || node.is("neqwild")) {
    const Value a = evaluate(node.child(0));
    const Value b = node.child(1).is("const") ? constant(node.child(1)) : evaluate(node.child(1));
    const bool equal = node.is("eqwild");
    if (!b.bits())
      return Value::expression(1, fmt::format("({} {} {})", a.text(), equal ? "==" : "!=", b.text()));
    std::string mask = b.bits()->digits(), value = mask;
    for (std::size_t i = 0; i < mask.size(); ++i) {
      const bool wild = mask[i] == 'x' || mask[i] == 'z';
      mask[i] = wild ? '0' : '1';
      if (wild) value[i] = '0';
    }
    const Value m = Value::constant(Bits(mask)), v = Value::constant(Bits(value));
    const auto masked = fold(*find_operator("and"), a.width(), a, &m);
    const Value left = m.is_ones() ? a
                       : masked    ? Value::constant(*masked)
                                : Value::expression(a.width(), fmt::format("({} & {})", a.text(), m.text()));
    const Operator& op = *find_operator(equal ? "eq" : "neq");
    if (const auto known = fold(op, 1, left, &v)) return Value::constant(*known);
    return Value::expression(1, joined(op, left, v));
  }
  if (node.is("countones")) return sum_of_bits(evaluate(node.child(0)), width);
  if (node.is("countbits")) {
    bool counted[2] = {};
    for (std::size_t i = 1; i < node.children.size(); ++i) {
      const Value control = node.child(i).is("const") ? constant(node.child(i)) : evaluate(node.child(i));
      if (!control.bits()) refuse(node, "which bits are counted is no constant");
      if (const auto bit = control.bits()->slice(0, 1).value()) counted[*bit] = true;
    }
    const Value a = evaluate(node.child(0));
    if (counted[0] == counted[1]) return Value::constant(Bits(width, counted[0] ? a.width() : 0));
    if (counted[1]) return sum_of_bits(a, width);
    const auto known = fold(*find_operator("not"), a.width(), a, nullptr);
    return sum_of_bits(
        known ? Value::constant(*known) : Value::expression(a.width(), fmt::format("(~{})", a.text())),
        width);
  }
  if (node.is("onehot") || node.is("onehot0")) {
    const Value ones = sum_of_bits(evaluate(node.child(0)), 32);
    const Value one = Value::constant(Bits(32, 1));
    const Operator& op = *find_operator(node.is("onehot") ? "eq" : "lte");
    if (const auto known = fold(op, 1, ones, &one)) return Value::constant(*known);
    return Value::expression(1, joined(op, ones, one));
  }
  if (node.is("clog2")) {
    const Value a = evaluate(node.child(0));
    std::string sum;
    for (unsigned i = 0; i < a.width(); ++i)
      sum += fmt::format("{}{{31'b0, ({} > {})}}", i == 0 ? "" : " + ", a.text(),
                         Bits(std::string(1, '1') + std::string(i, '0')).extended(a.width(), false).text());
    return sized(Value::expression(32, "(" + sum + ")"), width);
  }
  if (node.is("isunknown")) return Value::constant(Bits(1, 0));
  if (node.is("powss") || node.is("powsu") || node.is("powus") || node.is("pow")) return power(node);
  if (node.is("funcref")) {
    Variable& result = result_of_call(node);
    return sized(read({.variable = &result, .width = result.shape.width}, node), width);
  }
  if (node.is("exprstmt")) {
    for (std::size_t i = 0; i + 1 < node.children.size(); ++i) execute(node.children[i]);
    return evaluate(node.children.back());
  }
  if (is_cast(node)) return sized(evaluate(node.child(0)), width);
  refuse(node, "no plain Verilog is known for this expression");
}

}  // namespace heddle::lower
