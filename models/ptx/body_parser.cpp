#include "models/ptx/body_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "models/ptx/name_scopes.hpp"
#include "models/ptx/special_registers.hpp"
#include "models/ptx/variable.hpp"

namespace heddle::ptx {
namespace {

class BodyParser {
 public:
  BodyParser(TokenStream& in, Module& module, std::span<const Symbol* const> visible, Function& function)
      : in_(in), module_(module), function_(function), names_(function.registers) {
    for (const Symbol* symbol : visible) names_.declare(*symbol);
    for (const Symbol* symbol : function.parameters) names_.declare(*symbol);
  }

  void run() {
    const Token& open = in_.peek();
    in_.expect('{', "before the kernel's body");
    for (int depth = 1; depth > 0;) {
      if (in_.at_end()) in_.syntax_error(open, "a matching '}'");
      if (in_.accept('{')) {
        names_.open();
        ++depth;
      } else if (in_.accept('}')) {
        if (--depth > 0) names_.close();
      } else {
        parse_item();
      }
    }
    resolve_labels();
  }

 private:
  void parse_item() {
    const Token& token = in_.peek();
    if (token.kind == Token::Kind::dotted) return parse_directive();
    if (token.kind == Token::Kind::word && in_.peek(1).is(':')) {
      if (!names_.declare_label(token.text, static_cast<std::uint32_t>(function_.body.size())))
        in_.fail(token.place, {.what = "label declared twice", .value = std::string(token.text)});
      in_.next();
      in_.next();
      return;
    }
    parse_statement();
  }

  void parse_directive() {
    const Token& token = in_.next();
    if (token.text == "reg") return parse_registers();
    if (token.text == "shared") return parse_local_variable(SymbolSpace::shared);
    if (token.text == "local") return parse_local_variable(SymbolSpace::local);
    if (token.text == "loc" || token.text == "file") {
      if (in_.peek().place.line == token.place.line) in_.skip_line();
      return;
    }
    if (token.text == "pragma") {
      while (!in_.accept(';')) {
        if (in_.at_end()) in_.syntax_error(token, "';' behind .pragma");
        in_.next();
      }
      return;
    }
    if (token.text == "param")
      in_.fail(token.place, {.what = "calls of device functions are not supported",
                             .value = ".param",
                             .legal = "kernels into which all functions are inlined"});
    in_.syntax_error(token, "an instruction, a label, or .reg .shared .local .loc .pragma");
  }

  void parse_local_variable(SymbolSpace space) {
    module_.symbols.push_back(parse_variable(in_, space));
    names_.declare(*module_.symbols.back());
    in_.expect(';', "behind a declaration");
  }

  void parse_registers() {
    const Type type = parse_type(in_);
    do {
      const Token& name = in_.expect_word("the name of a register");
      if (in_.accept('<')) {
        const std::int64_t count = in_.expect_integer("a number of registers");
        names_.declare_registers(name.text, static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0)),
                                 type);
        in_.expect('>', "behind the number of registers");
      } else {
        names_.declare_register(name.text, type);
      }
    } while (in_.accept(','));
    in_.expect(';', "behind a declaration");
  }

  RegisterId expect_register(const Token& token) {
    if (const auto reg = names_.find_register(token.text)) return *reg;
    fail_undeclared(token, "undefined register");
  }

  [[noreturn]] void fail_undeclared(const Token& token, std::string what) {
    in_.fail(token.place, {.what = std::move(what),
                           .value = std::string(token.text),
                           .legal = fmt::format("declared here: {}", names_.visible_names())});
  }

  void parse_statement() {
    Statement statement;
    if (in_.accept('@')) {
      statement.guard_negated = in_.accept('!');
      const Token& guard = in_.expect_word("a predicate register");
      statement.guard = expect_register(guard);
      if (function_.registers[statement.guard].type != Type::pred)
        in_.fail(guard.place, {.what = "guard is not a predicate", .value = std::string(guard.text)});
    }
    const Token& opcode = in_.expect_word("an instruction");
    statement.place = opcode.place;
    std::vector<std::string_view> suffixes;
    while (in_.peek().kind == Token::Kind::dotted) suffixes.push_back(in_.next().text);
    statement.spelling = match_opcode(in_.source(), opcode.place, opcode.text, suffixes);
    if (!in_.accept(';')) {
      do statement.operands.push_back(parse_operand(statement.spelling.opcode->shape == Shape::branch));
      while (in_.accept(','));
      in_.expect(';', "or ',' behind an operand");
    }
    if (statement.spelling.opcode->shape == Shape::branch)
      branch_scopes_.emplace_back(function_.body.size(), names_.current());
    function_.body.push_back(std::move(statement));
  }

  Operand parse_operand(bool label) {
    const Token& token = in_.peek();
    Operand operand{.place = token.place};
    if (in_.accept('{')) {
      operand.kind = Operand::Kind::vector;
      do operand.elements.push_back(parse_operand(false));
      while (in_.accept(','));
      in_.expect('}', "behind the elements");
      return operand;
    }
    if (in_.accept('[')) {
      parse_address(operand);
      in_.expect(']', "behind an address");
      return operand;
    }
    if (in_.accept('!')) {
      operand.kind = Operand::Kind::reg;
      operand.negated = true;
      operand.reg = expect_register(in_.expect_word("a predicate register"));
      return operand;
    }
    if (token.kind != Token::Kind::word) return literal_operand(in_.expect_literal("an operand"), operand);
    in_.next();
    if (label) {
      operand.kind = Operand::Kind::label;
      operand.name = token.text;
      return operand;
    }
    return parse_named(token, std::move(operand));
  }

  static Operand literal_operand(const Literal& literal, Operand operand) {
    operand.kind = literal.is_real ? Operand::Kind::real : Operand::Kind::integer;
    operand.integer = literal.integer;
    operand.real = literal.real;
    operand.real_bits = literal.real_bits;
    return operand;
  }

  Operand parse_named(const Token& token, Operand operand) {
    if (token.text == "_") {
      operand.kind = Operand::Kind::sink;
    } else if (token.text == "WARP_SZ") {
      operand.integer = 32;
    } else if (const auto reg = names_.find_register(token.text)) {
      operand.kind = Operand::Kind::reg;
      operand.reg = *reg;
    } else if (const auto symbol = names_.find_symbol(token.text)) {
      operand.kind = Operand::Kind::symbol;
      operand.symbol = symbol;
      operand.offset = parse_offset();
    } else {
      return special_operand(token, std::move(operand));
    }
    if (!in_.accept('|')) return operand;
    Operand pair{.kind = Operand::Kind::pair, .place = token.place};
    pair.elements.push_back(std::move(operand));
    pair.elements.push_back(parse_operand(false));
    return pair;
  }

  Operand special_operand(const Token& token, Operand operand) {
    std::string name(token.text);
    if (in_.peek().kind == Token::Kind::dotted) name += fmt::format(".{}", in_.next().text);
    const auto number = special_register(name);
    if (!number) fail_undeclared(token, "undefined register or variable");
    operand.kind = Operand::Kind::special;
    operand.special = static_cast<std::uint8_t>(*number);
    return operand;
  }

  /// `+4`, `-4`, `+-4` or nothing.
  std::int64_t parse_offset() {
    if (in_.accept('+')) return in_.expect_integer("an offset");
    return in_.peek().is('-') ? in_.expect_integer("an offset") : 0;
  }

  void parse_address(Operand& operand) {
    operand.kind = Operand::Kind::address;
    const Token& base = in_.peek();
    if (base.kind != Token::Kind::word) {
      operand.offset = in_.expect_integer("a register, a variable or a number");
      return;
    }
    in_.next();
    if (const auto reg = names_.find_register(base.text)) {
      operand.reg = *reg;
    } else {
      const auto symbol = names_.find_symbol(base.text);
      if (!symbol) fail_undeclared(base, "undefined register or variable");
      operand.symbol = symbol;
    }
    operand.offset = parse_offset();
  }

  void resolve_labels() {
    for (const auto& [index, scope] : branch_scopes_) {
      Statement& branch = function_.body[index];
      if (branch.operands.size() != 1) continue;  // reported when operands are counted
      const Operand& label = branch.operands[0];
      const auto target = names_.find_label(label.name, scope);
      if (!target) fail_label(label, names_.visible_labels(scope));
      branch.target = *target;
    }
  }

  [[noreturn]] void fail_label(const Operand& label, const std::vector<std::string>& known) {
    in_.fail(label.place,
             {.what = "undefined label",
              .value = std::string(label.name),
              .legal = known.empty() ? "none is declared" : fmt::format("{}", fmt::join(known, " ")),
              .nearest = nearest_name(label.name, known)});
  }

  TokenStream& in_;
  Module& module_;
  Function& function_;
  NameScopes names_;
  std::vector<std::pair<std::size_t, int>> branch_scopes_;  ///< branch, and the scope that it stands in
};

}  // namespace

void parse_body(TokenStream& in, Module& module, std::span<const Symbol* const> visible, Function& function) {
  BodyParser(in, module, visible, function).run();
}

}  // namespace heddle::ptx
