// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/parse/operand_parser.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "models/ptx/module/link.hpp"
#include "models/ptx/parse/constant_expression.hpp"
#include "models/ptx/program/special_registers.hpp"

namespace heddle::ptx {
namespace {

/// Whether its address is one of device memory, or a handle, with as many bits as the module's addresses.
bool has_whole_address(const Symbol& symbol) {
  return symbol.space == SymbolSpace::global || symbol.space == SymbolSpace::texture;
}

/// Which of four parts the letter names, as a coordinate or a colour; npos: none.
std::size_t part_named(std::string_view letter) {
  for (const std::string_view names : {"xyzw", "rgba"})
    if (letter.size() == 1 && names.find(letter) != names.npos) return names.find(letter);
  return std::string_view::npos;
}

/// The suffix of an integer in a register of this type.
std::string_view integer_type(Type type) {
  const bool has_sign = is_signed(type);
  return bits_of(type) == 64   ? (has_sign ? "s64" : "u64")
         : bits_of(type) == 32 ? (has_sign ? "s32" : "u32")
                               : (has_sign ? "s16" : "u16");
}

}  // namespace

void OperandParser::begin_statement(const Spelling& spelling) {
  const Shape shape = spelling.opcode->shape;
  operand_bits_ = shape == Shape::load || shape == Shape::store ? module_.address_bits
                  : spelling.types.empty()                      ? 32
                                                                : bits_of(spelling.types[0]);
  space_ = shape == Shape::load || shape == Shape::store || shape == Shape::atomic
               ? spelling.among({"global", "shared", "local", "const", "shared::cta"})
               : std::string_view{};
  narrow_ = module_.says_address_bits && !spelling.types.empty() && operand_bits_ < module_.address_bits;
  takes_vector_ = spelling.has("v4");
}

RegisterId OperandParser::expect_register(const Token& token) {
  if (const auto reg = names_.find_register(token.text)) return *reg;
  fail_undeclared(token, "undefined register");
}

void OperandParser::fail_undeclared(const Token& token, std::string what) {
  in_.fail(token.place, {.what = std::move(what),
                         .value = std::string(token.text),
                         .legal = fmt::format("declared here: {}", names_.visible_names())});
}

void OperandParser::require_defined(const Symbol& symbol, Place place) const {
  if (symbol.linkage == Linkage::external && symbol.definition == nullptr)
    refuse_undefined(in_.source(), module_, "variable is declared .extern", symbol.name, place);
}

Operand OperandParser::parse(bool label) {
  const Token& token = in_.peek();
  Operand operand{.place = token.place};
  if (in_.accept('{')) {
    operand.kind = Operand::Kind::vector;
    do {
      if (in_.peek().is('{')) in_.syntax_error(in_.peek(), "a register or a number: vectors do not nest");
      operand.elements.push_back(parse(false));
    } while (in_.accept(','));
    in_.expect('}', "behind the elements");
    if (in_.peek().is('|'))
      in_.fail(in_.peek().place,
               {.what = "the predicate of a fetch, whether its texels are there, is not supported",
                .value = "|",
                .legal = "a fetch without it"});
    return operand;
  }
  if (in_.accept('[')) {
    parse_address(operand);
    in_.expect(']', "behind an address");
    return operand;
  }
  if (begins_constant(in_)) return literal_operand(parse_constant(in_, "an operand"), operand);
  if (in_.accept('!')) {
    operand.kind = Operand::Kind::reg;
    operand.negated = true;
    operand.reg = expect_register(in_.expect_word("a predicate register"));
    return operand;
  }
  in_.expect_word("an operand");
  if (label) {
    operand.kind = Operand::Kind::label;
    operand.name = token.text;
    return operand;
  }
  return parse_named(token, std::move(operand), true);
}

Operand OperandParser::literal_operand(const Literal& literal, Operand operand) {
  operand.kind = literal.is_real ? Operand::Kind::real : Operand::Kind::integer;
  operand.integer = literal.integer;
  operand.real = literal.real;
  operand.real_bits = literal.real_bits;
  return operand;
}

Operand OperandParser::parse_named(const Token& token, Operand operand, bool may_be_pair) {
  if (token.text == "_") {
    operand.kind = Operand::Kind::sink;
  } else if (const auto* vector = names_.find_vector(token.text)) {
    return vector_operand(token.text, *vector, std::move(operand));
  } else if (const auto reg = names_.find_register(token.text)) {
    operand.kind = Operand::Kind::reg;
    operand.reg = *reg;
    if (in_.peek().kind == Token::Kind::dotted)
      in_.fail(in_.peek().place, {.what = "parts of a register as operands are not supported",
                                  .value = fmt::format("{}.{}", token.text, in_.peek().text),
                                  .legal = "a whole register"});
  } else if (const Function* f = names_.find_symbol(token.text) == nullptr
                                     ? module_.find(token.text, function_.file)
                                     : nullptr) {
    operand.integer = static_cast<std::int64_t>(module_.address_of(*f));
  } else if (const auto symbol = names_.find_symbol(token.text)) {
    require_defined(*symbol, token.place);
    operand.kind = Operand::Kind::symbol;
    operand.symbol = symbol;
    if (narrow_ && has_whole_address(*symbol))
      in_.fail(token.place,
               {.what = "a part of the address of a .global variable or a texture is not supported",
                .value = fmt::format("{} bits of '{}'", operand_bits_, symbol->name),
                .legal = fmt::format("{} bits", module_.address_bits)});
    if (in_.peek().is('[')) return element_of(*symbol, std::move(operand));
    operand.offset = parse_offset();
  } else {
    return special_operand(token, std::move(operand));
  }
  if (!may_be_pair || !in_.accept('|')) return operand;
  Operand pair{.kind = Operand::Kind::pair, .place = token.place};
  pair.elements.push_back(std::move(operand));
  const Token& second = in_.expect_word("a register behind '|'");
  pair.elements.push_back(parse_named(second, {.place = second.place}, false));
  return pair;
}

/// Parses `[2]` or `[register]` behind an array. An index counts values of the array's type, also in an
/// array of arrays or of vectors.
Operand OperandParser::element_of(const Symbol& symbol, Operand operand) {
  const Token& open = in_.next();
  if (!symbol.is_array)
    in_.fail(open.place, {.what = "index behind what is not an array", .value = std::string(symbol.name)});
  operand.indexed = true;
  const auto index =
      in_.peek().kind == Token::Kind::word ? names_.find_register(in_.peek().text) : std::nullopt;
  if (index) {
    in_.next();
    operand = computed_element(symbol, *index, operand.place);
  } else {
    operand.offset = parse_constant_integer(in_, "a number or a register") * std::int64_t{symbol.element};
  }
  in_.expect(']', "behind an index");
  return operand;
}

/// Adds the statements that compute the address of an element ahead of the statement that is being read.
Operand OperandParser::computed_element(const Symbol& symbol, RegisterId index, Place place) {
  const std::string_view space = space_ == "shared::cta" ? "shared" : space_;
  if (!space.empty() && space != directive_of(symbol.space))
    in_.fail(place,
             {.what = fmt::format("variable does not lie in .{}", space), .value = std::string(symbol.name)});
  const Type from = function_.registers[index].type;
  const bool wide = operand_bits_ == 64;
  if (is_float(from) || from == Type::pred || bits_of(from) < 16)
    in_.fail(place, {.what = "an index must be an integer", .legal = "a register of 16, 32 or 64 bits"});
  const auto reg = static_cast<RegisterId>(function_.registers.size());
  function_.registers.push_back({"_", wide ? Type::u64 : Type::u32});
  const auto as_operand = [&](RegisterId r) {
    return Operand{.kind = Operand::Kind::reg, .place = place, .reg = r};
  };
  const auto add = [&](std::string_view mnemonic, const std::vector<std::string_view>& suffixes, Operand a,
                       Operand b) {
    function_.body.push_back({.spelling = match_opcode(in_.source(), place, mnemonic, suffixes),
                              .place = place,
                              .operands = {as_operand(reg), std::move(a), std::move(b)}});
  };
  const std::string_view to = wide ? "u64" : "u32";
  function_.body.push_back({.spelling = match_opcode(in_.source(), place, "cvt", {to, integer_type(from)}),
                            .place = place,
                            .operands = {as_operand(reg), as_operand(index)}});
  add("mul", {"lo", to}, as_operand(reg),
      {.kind = Operand::Kind::integer, .place = place, .integer = symbol.element});
  add("add", {to}, as_operand(reg), {.kind = Operand::Kind::symbol, .place = place, .symbol = &symbol});
  Operand element = as_operand(reg);
  element.indexed = true;
  return element;
}

/// A load or store takes an element of an array as its address.
void OperandParser::element_to_address(Statement& statement, std::size_t k) {
  if (k >= statement.operands.size() || !statement.operands[k].indexed) return;
  Operand& o = statement.operands[k];
  if (o.kind == Operand::Kind::reg &&
      statement.spelling.among({"global", "shared", "local", "const", "shared::cta"}).empty())
    in_.fail(o.place, {.what = "an index in a register needs the array's space",
                       .value = "none",
                       .legal = ".global .shared .local .const"});
  o.kind = Operand::Kind::address;
}

/// Parses a vector register or one of its elements: V, V.x, V.r.
Operand OperandParser::vector_operand(std::string_view name, const std::vector<RegisterId>& elements,
                                      Operand operand) {
  if (in_.peek().kind == Token::Kind::dotted) {
    const std::size_t element = part_named(in_.peek().text);
    if (element >= elements.size()) in_.syntax_error(in_.peek(), ".x .y .z .w or .r .g .b .a");
    in_.next();
    operand.kind = Operand::Kind::reg;
    operand.reg = elements[element];
    return operand;
  }
  operand.kind = Operand::Kind::vector;
  operand.name = name;
  for (const RegisterId reg : elements)
    operand.elements.push_back({.kind = Operand::Kind::reg, .place = operand.place, .reg = reg});
  return operand;
}

Operand OperandParser::special_operand(const Token& token, Operand operand) {
  std::string name(token.text);
  if (special_register(name + ".x")) return special_vector(std::move(name), std::move(operand));
  if (in_.peek().kind == Token::Kind::dotted) name += fmt::format(".{}", in_.next().text);
  const auto number = special_register(name);
  if (!number) fail_undeclared(token, "undefined register or variable");
  operand.kind = Operand::Kind::special;
  operand.special = static_cast<std::uint8_t>(*number);
  return operand;
}

/// Parses a special register of four parts, whose fourth is 0, or one of these: %tid, %tid.x.
Operand OperandParser::special_vector(std::string name, Operand operand) {
  const auto part = [&](std::string_view letter) {
    Operand one{.kind = Operand::Kind::integer, .place = operand.place};
    const std::size_t at = part_named(letter);
    if (at == std::string_view::npos) in_.syntax_error(in_.peek(), ".x .y .z .w or .r .g .b .a");
    if (at == 3) return one;
    const auto number = special_register(fmt::format("{}.{}", name, "xyz"[at]));
    one.kind = Operand::Kind::special;
    one.special = static_cast<std::uint8_t>(*number);
    return one;
  };
  if (in_.peek().kind == Token::Kind::dotted) {
    const Operand one = part(in_.peek().text);
    in_.next();
    return one;
  }
  if (!takes_vector_)
    in_.fail(operand.place, {.what = "a special register of four parts where one value is needed",
                             .value = name,
                             .legal = fmt::format("{0}.x {0}.y {0}.z {0}.w, or mov.v4", name)});
  operand.kind = Operand::Kind::vector;
  for (const std::string_view letter : {"x", "y", "z", "w"}) operand.elements.push_back(part(letter));
  return operand;
}

/// Parses `+4`, `-4`, `+-4` or nothing.
std::int64_t OperandParser::parse_offset() {
  if (in_.accept('+')) return parse_constant_integer(in_, "an offset");
  return in_.peek().is('-') ? parse_constant_integer(in_, "an offset") : 0;
}

void OperandParser::parse_address(Operand& operand) {
  operand.kind = Operand::Kind::address;
  const Token& base = in_.peek();
  if (base.kind != Token::Kind::word || base.text == "WARP_SZ") {
    operand.offset = parse_constant_integer(in_, "a register, a variable or a number");
    return;
  }
  in_.next();
  if (const auto reg = names_.find_register(base.text)) {
    operand.reg = *reg;
  } else {
    const auto symbol = names_.find_symbol(base.text);
    if (!symbol) fail_undeclared(base, "undefined register or variable");
    require_defined(*symbol, base.place);
    operand.symbol = symbol;
  }
  operand.offset = parse_offset();
  while (in_.accept(',')) operand.elements.push_back(parse(false));  // texture coordinates
}

}  // namespace heddle::ptx
