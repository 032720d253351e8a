// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/parse/variable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "models/ptx/opcodes/not_supported.hpp"
#include "models/ptx/parse/constant_expression.hpp"

namespace heddle::ptx {
namespace {

void append_value(const Literal& literal, Type type, std::vector<std::byte>& bytes) {
  std::uint64_t bits = static_cast<std::uint64_t>(literal.integer);
  if (type == Type::f32 && literal.real_bits != 32)
    bits = std::bit_cast<std::uint32_t>(
        static_cast<float>(literal.is_real ? literal.real : static_cast<double>(literal.integer)));
  if (type == Type::f64 && literal.real_bits != 64)
    bits =
        std::bit_cast<std::uint64_t>(literal.is_real ? literal.real : static_cast<double>(literal.integer));
  for (unsigned i = 0; i < bits_of(type) / 8; ++i) bytes.push_back(static_cast<std::byte>(bits >> 8 * i));
}

/// Parses the values in braces, or a single value, into the symbol.
class Initializer {
 public:
  Initializer(TokenStream& in, Type type, Symbol& symbol) : in_(in), type_(type), symbol_(symbol) {}

  /// Parses a value, or values in braces nested as deeply as the array has dimensions.
  void run(unsigned depth = 1) {
    if (!in_.accept('{')) return value();
    in_.check_nesting(depth);
    while (!in_.accept('}')) {
      run(depth + 1);
      if (!in_.peek().is('}')) in_.expect(',', "between initial values");
    }
  }

 private:
  /// Parses a number or an address: `name+4`, `generic(name)+4`, `0xff00(generic(name))` (one byte of it).
  void value() {
    const Token& first = in_.peek();
    if (first.kind == Token::Kind::word && first.text != "WARP_SZ") return address(~std::uint64_t{0});
    if (first.kind == Token::Kind::number && in_.peek(1).is('(')) {
      const auto mask = static_cast<std::uint64_t>(in_.expect_integer("a mask"));
      in_.expect('(', "behind the mask");
      address(mask);
      in_.expect(')', "behind the address");
      return;
    }
    const Literal literal = parse_constant(in_, "a number or the name of a variable");
    if (is_float(type_) != literal.is_real && !(literal.is_real && fits_untyped(literal)))
      in_.fail(first.place,
               {.what = "initial value is of another kind than the variable",
                .value = std::string(first.text),
                .legal = is_float(type_) ? "a number with a point or an exponent, or 0f and 0d with digits"
                                         : "an integer"});
    append_value(literal, type_, symbol_.initial);
  }

  /// Bits that are written as a float, for a variable that has no kind.
  bool fits_untyped(const Literal& literal) const {
    return (type_ == Type::b32 && literal.real_bits == 32) || (type_ == Type::b64 && literal.real_bits == 64);
  }

  void address(std::uint64_t mask) {
    const bool generic = in_.peek().text == "generic" && in_.peek(1).is('(');
    if (generic) {
      in_.next();
      in_.next();
    }
    const Token& name = in_.expect_word("the name of a variable");
    if (generic) in_.expect(')', "behind the variable");
    std::int64_t addend = 0;
    if (in_.accept('+') || in_.peek().is('-')) addend = parse_constant_integer(in_, "an offset");
    const std::uint32_t bytes = bits_of(type_) / 8;
    symbol_.relocations.push_back({.offset = static_cast<std::uint32_t>(symbol_.initial.size()),
                                   .bytes = bytes,
                                   .symbol = name.text,
                                   .addend = addend,
                                   .mask = mask,
                                   .place = name.place});
    symbol_.initial.resize(symbol_.initial.size() + bytes);
  }

  TokenStream& in_;
  Type type_;
  Symbol& symbol_;
};

std::uint64_t parse_extent(TokenStream& in) {
  if (in.peek().is(']')) return 0;
  const Token& token = in.peek();
  const std::int64_t n = parse_constant_integer(in, "an array size");
  if (n < 0) in.syntax_error(token, "a positive array size");
  return static_cast<std::uint64_t>(n);
}

/// What stands before the names of a declaration.
struct Head {
  std::uint64_t alignment = 0;  ///< bytes; 0 = as the type has it
  Type type = Type::b64;
  unsigned lanes = 1;
  bool texture = false;
};

Head parse_head(TokenStream& in, std::uint64_t alignment) {
  Head head{.alignment = alignment};
  while (in.accept_dotted("attribute")) in.skip_balanced('(', ')');
  if (in.accept_dotted("align")) head.alignment = parse_alignment(in);
  head.texture = in.accept_dotted("texref");
  if (head.texture) return head;
  if (in.accept_dotted("v2")) head.lanes = 2;
  if (in.accept_dotted("v4")) head.lanes = 4;
  head.type = parse_type(in);
  if (in.accept_dotted("align")) head.alignment = parse_alignment(in);
  if (in.accept_dotted("ptr")) {  // the space and alignment of what it points to
    for (std::string_view target : {"global", "shared", "const", "local"}) in.accept_dotted(target);
    if (in.accept_dotted("align")) in.expect_integer("an alignment");
  }
  return head;
}

/// Parses the name of a texture, or of an array of them: each counts as 8 bytes. The host binds its texels,
/// so an initial value is ignored.
void parse_texture(TokenStream& in, Symbol& symbol) {
  constexpr std::uint64_t most = 4096;
  symbol.space = SymbolSpace::texture;
  symbol.alignment = symbol.element = texture_bytes;
  std::uint64_t count = 1;
  if (in.accept('[')) {
    symbol.is_array = true;
    count = parse_extent(in);
    in.expect(']', "behind an array size");
  }
  if (count == 0 || count > most || in.peek().is('['))
    in.fail(symbol.place, {.what = "an array of textures must have one extent",
                           .value = std::string(symbol.name),
                           .legal = fmt::format("1 to {} textures", most)});
  symbol.size = static_cast<std::uint32_t>(count * texture_bytes);
  if (in.accept('=')) in.skip_balanced('{', '}');
}

/// Parses `name[16][4] = {...}`.
std::unique_ptr<Symbol> parse_declarator(TokenStream& in, SymbolSpace space, const Head& head) {
  auto symbol = std::make_unique<Symbol>();
  symbol->space = space;
  const Token& name = in.expect_word("the name of a variable");
  symbol->name = name.text;
  symbol->place = name.place;
  if (head.texture) {
    parse_texture(in, *symbol);
    return symbol;
  }
  if (head.type == Type::pred)
    in.fail(name.place, {.what = "a predicate cannot be in memory", .value = std::string(name.text)});
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t count = 1;
  const bool is_array = in.peek().is('[');
  while (in.accept('[')) {
    // Each extent is limited to most + 1, so that the product does not overflow.
    const std::uint64_t extent = std::min(parse_extent(in), most + 1);
    count = std::min(count, most) * extent;
    in.expect(']', "behind an array size");
  }
  const std::uint64_t element = bits_of(head.type) / 8 * head.lanes;
  if (in.peek().is('<'))
    in.fail(in.peek().place, {.what = "variables in memory that are named by a number are not supported",
                              .value = std::string(name.text),
                              .legal = "one name for each, or an array"});
  if (in.peek().is('=') && space != SymbolSpace::global && space != SymbolSpace::constant)
    in.fail(in.peek().place, {.what = "only variables of .global and .const may have initial values",
                              .value = std::string(name.text)});
  if (in.accept('=')) {
    Initializer(in, head.type, *symbol).run();
    if (count == 0) count = symbol->initial.size() / element;
  }
  if (count > most || count * element > most || symbol->initial.size() > count * element)
    in.fail(name.place, {.what = "variable is larger than it may be",
                         .value = std::string(name.text),
                         .legal = "less than 4 GiB, and no more initial values than elements"});
  symbol->type = head.type;
  symbol->element = bits_of(head.type) / 8;
  symbol->is_array = is_array;
  symbol->size = static_cast<std::uint32_t>(count * element);
  symbol->alignment = static_cast<std::uint32_t>(head.alignment != 0 ? head.alignment : element);
  return symbol;
}

}  // namespace

void skip_bank(TokenStream& in) {
  if (!in.accept('[')) return;
  const Token& token = in.peek();
  const std::int64_t bank = in.expect_integer("the number of a bank of constants");
  if (bank < 0 || bank > 10) in.syntax_error(token, "the number of a bank of constants, 0 to 10");
  in.expect(']', "behind the number of a bank");
}

Type parse_type(TokenStream& in) {
  const Token& token = in.peek();
  if (token.kind == Token::Kind::dotted)
    if (const auto found = not_supported(fmt::format(".{}", token.text)))
      in.fail(token.place, {.what = fmt::format("'{}' is not supported", found->name),
                            .value = fmt::format(".{}", token.text),
                            .legal = fmt::format("anything but {}", found->group)});
  const auto type = token.kind == Token::Kind::dotted ? type_named(token.text) : std::nullopt;
  if (!type) in.syntax_error(token, fmt::format(".{}", fmt::join(type_names, " .")));
  in.next();
  return *type;
}

void require_size(const TokenStream& in, const Symbol& symbol) {
  if (symbol.size == 0)
    in.fail(symbol.place, {.what = "an array without a size needs .extern or initial values",
                           .value = std::string(symbol.name),
                           .legal = "a number of elements"});
}

std::uint64_t parse_alignment(TokenStream& in) {
  const Token& token = in.peek();
  const auto bytes = static_cast<std::uint64_t>(in.expect_integer("an alignment"));
  if (!std::has_single_bit(bytes) || bytes > 4096)
    in.fail(token.place, {.what = "alignment out of range",
                          .value = std::string(token.text),
                          .legal = "a power of two up to 4096"});
  return bytes;
}

std::unique_ptr<Symbol> parse_variable(TokenStream& in, SymbolSpace space, std::uint64_t alignment) {
  return parse_declarator(in, space, parse_head(in, alignment));
}

std::vector<std::unique_ptr<Symbol>> parse_variables(TokenStream& in, SymbolSpace space,
                                                     std::uint64_t alignment) {
  std::vector<std::unique_ptr<Symbol>> all;
  if (space == SymbolSpace::constant) skip_bank(in);
  Head head = parse_head(in, alignment);
  all.push_back(parse_declarator(in, space, head));
  while (in.accept(',')) {
    if (in.peek().kind == Token::Kind::dotted) head = parse_head(in, alignment);
    all.push_back(parse_declarator(in, space, head));
  }
  in.expect(';', "behind a declaration");
  return all;
}

}  // namespace heddle::ptx
